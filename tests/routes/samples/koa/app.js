const Koa = require("koa");
const Router = require("@koa/router");
const users = require("./users");

const app = new Koa();
const api = new Router({ prefix: "/api" });

api.use("/users", users.routes());
api.get("/", async (ctx) => {});
app.use(api.routes());

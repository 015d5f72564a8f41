const express = require("express");
const users = require("./routes/users");
import made from "./routes/made";
const { items, PREFIX } = require("./routes/items");
const { listOrders } = require("./controllers/orders");

const app = express();

app.use(express.json());
app.use("/made", made());
app.use("/users", users);
app.use(PREFIX, items);
app.get("/", (req, res) => res.send("hello"));
app.route("/orders").get(listOrders).post((req, res) => res.end());
require("./routes/late")(app);

const tables = [
  { path: "/left", route: require("./routes/table") },
  { path: "/right", route: require("./routes/table") },
];
tables.forEach((each) => {
  app.use(each.path, each.route);
});

module.exports = app;

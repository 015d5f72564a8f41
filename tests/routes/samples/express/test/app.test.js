const request = require("supertest");
const app = require("../app");

it("lists", async () => {
  await request(app).get("/users");
  await request(app).get("/users/7");
  await request(app).post("/orders");
});

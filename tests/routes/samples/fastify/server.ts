import Fastify, { FastifyInstance } from "fastify";
import autoload from "@fastify/autoload";
import tasks from "./tasks";

const app = Fastify();
app.register(tasks, { prefix: "/tasks" });
app.register(async (inner: FastifyInstance) => {
  inner.get("/inner", async () => "inner");
}, { prefix: "/nested" });
app.register(autoload, { dir: "routes" });

app.route({
  method: ["GET", "HEAD"],
  url: "/health",
  handler: health,
});

async function health() {
  return "ok";
}

import Fastify, { FastifyInstance } from "fastify";
import autoload from "@fastify/autoload";
import tasks from "./tasks";
import { Notes } from "./notes";

const app = Fastify();
app.register(tasks, { prefix: "/tasks" });
app.register(async (inner: FastifyInstance) => {
  inner.get("/inner", async () => "inner");
}, { prefix: "/nested" });
app.register(autoload, { dir: join(__dirname, "routes"), options: { prefix: "/auto" } });
app.register((server, _, done) => {
  new Notes(server, 1).add();
  done();
}, { prefix: "/handed" });

app.route({
  method: ["GET", "HEAD"],
  url: "/health",
  handler: health,
});

async function health() {
  return "ok";
}

import type { FastifyPluginAsync } from "fastify";

const plugin: FastifyPluginAsync = async (fastify) => {
  fastify.get("/me", async () => null);
};

export default plugin;

export const autoPrefix = "/named";

export default async function own(fastify) {
  fastify.get("/here", async () => null);
}

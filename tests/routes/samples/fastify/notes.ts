import { FastifyInstance } from "fastify";

export class Notes {
  constructor(private readonly server: FastifyInstance, private size: number) {}

  add() {
    this.server.get<{ Params: string }>("/notes", async () => []);
    this.server.withTypeProvider<Provider>().route({ method: "PUT", url: "/notes/:id", handler: async () => null });
  }
}

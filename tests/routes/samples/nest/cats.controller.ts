import { Controller, Get, Post, Sse } from "@nestjs/common";

@Controller("cats")
export class CatsController {
  @Get()
  findAll() {}

  @Get(":id")
  findOne(id: string) {}

  @Post(["one", "two"])
  create() {}

  @Version("2")
  @Put(":id")
  change() {}

  @Sse("events")
  events() {}

  helper() {}
}

@Controller({ path: "dogs", version: "1" })
export class DogsController {
  @Get("/")
  findAll() {}
}

abstract class Base {
  name = "base";
}

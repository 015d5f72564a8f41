import { Router } from "express";

export default function made() {
  const outer = Router();
  const router = Router();
  router.get("/here", (req, res) => res.end());
  outer.use("/inner", router);
  return outer;
}

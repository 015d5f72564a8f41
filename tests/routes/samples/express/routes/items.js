import express from "express";
import { remove } from "../controllers/users";

export const PREFIX = "/items";
export const items = express.Router();
items.delete("/:sku", remove);

const old = new express.Router();
old.get("/old", function (req, res) {});
items.use(old);

let handler;
handler.list = one => one;
const other = one => one;

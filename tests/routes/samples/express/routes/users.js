const { Router } = require("express");
const controller = require("../controllers/users");
const auth = require("../auth");

const router = Router();

router.get("/", controller.list);
router.get("/:id(\\d+)", auth, controller.show);
router.use("/:id/posts", Router().post("/", controller.post));
router.all("*", controller.missing);

module.exports = router;

const Router = require("@koa/router");
const controller = require("./controller");

const router = new Router();
router.get("/:id", controller.show).del("/:id", controller.remove);

module.exports = router;

const router = require("express").Router();
router.get("/row", (req, res) => res.end());
module.exports = router;

exports.list = (req, res) => res.json([]);
exports.show = function (req, res) {};
exports.post = async (req, res) => {};
exports.missing = (req, res) => res.sendStatus(404);
exports.remove = (req, res) => {};

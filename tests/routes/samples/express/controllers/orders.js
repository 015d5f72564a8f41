const listOrders = (req, res) => res.json([]);
module.exports = { listOrders };

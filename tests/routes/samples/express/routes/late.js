const cache = new Map();

module.exports = (app) => {
  app.put("/late", (req, res) => res.end());
  cache.get("/no-route", 1);
};

module.exports = class Store extends Map {
  load() {}
};

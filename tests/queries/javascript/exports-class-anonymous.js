module.exports = class extends Map {
  load() {}
};

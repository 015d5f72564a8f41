// The plugin.
module.exports = function (app) {
  const handle = () => app;
};

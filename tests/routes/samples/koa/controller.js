module.exports = {
  async show(ctx) {},
  async remove(ctx) {},
};

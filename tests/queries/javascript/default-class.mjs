export default class extends Base {
  render() {}
  #inner() {}
}

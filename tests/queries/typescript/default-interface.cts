export default interface Shape {
  area(): number;
}

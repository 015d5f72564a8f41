/** Doubles. */
export default async function (n) {
  const half = () => n / 2;
}

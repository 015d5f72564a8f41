export default async (request) => {
  const pick = (k) => request[k];
};

import axios from "axios";

const api = axios.create({ baseURL: "/api" });
const BASE = "https://example.org/api";

export async function load(id: number) {
  await fetch("/api/users");
  await fetch(`/api/users/${id}?full=1`);
  await fetch("/api/users/me");
  await api.get("/users/7");
  await axios.post(`${BASE}/orders/${id}/lines`);
  await axios({ method: "post", url: `/api/orders/${id}/lines` });
  await axios.request({ method: "POST", url: "/api/orders/1/lines" });
  await fetch(`${unknown()}/orders/${id}/lines`, { method: "POST" });
  await fetch("/api/nothing");
  await fetch(unknown());
  await api.get(unknown);
  await fetch(`${unknown()}/anything`);
  await __request(OpenAPI, { method: "POST", url: "/api/orders/{id}/lines" });
  for (const name of ["a"]) import(name);
  ["x"].map((each) => each);
  ["y"].map(each => each);
  return (options?.client ?? client).get<User>({ url: "/api/users/{id}" });
}

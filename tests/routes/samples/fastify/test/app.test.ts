test("health", async () => {
  const response = await app.inject({ method: "GET", url: "/health" });
});

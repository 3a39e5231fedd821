import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort, isPortFree } from "@/server/base/free-port";

it("gives a port that no connection is given, and nobody listens on", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThanOrEqual(32_000);
    expect(await isPortFree(port)).toBe(true);
  }
});

it("tells a port that somebody listens on", async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});

import { describe, expect, it, test } from "vitest";
import { connectionSettings, shareConnections } from "@/server/workers/connections";

describe("shareConnections", () => {
  test.each([
    [1, 10],
    [2, 10],
    [8, 10],
    [9, 8],
    [16, 5],
    [64, 2],
  ])("gives %i workers no more than PostgreSQL takes, and each enough", (workers, connections) => {
    expect(shareConnections(workers, undefined, 10)).toBe(connections);
  });

  it("stays below a hundred together, up to forty workers", () => {
    for (let workers = 1; workers <= 40; workers++) {
      expect(workers * shareConnections(workers, undefined, 10)).toBeLessThanOrEqual(80);
    }
  });

  it("gives each what is asked for", () => {
    expect(shareConnections(64, 25, 10)).toBe(25);
  });
});

describe("the embedded PostgreSQL", () => {
  it("takes what all workers may open, and some more", () => {
    expect(connectionSettings(2, 10)).toEqual({ max_connections: "200" });
    expect(connectionSettings(64, 25)).toEqual({ max_connections: "1620" });
  });
});

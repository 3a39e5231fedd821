import { describe, expect, it, test } from "vitest";
import { connectionSettings, shareConnections } from "@/scripts/lib/workers-connections";

describe("shareConnections", () => {
  test.each([
    [1, { driver: 10, server: 10 }],
    [2, { driver: 10, server: 10 }],
    [8, { driver: 10, server: 10 }],
    [9, { driver: 10, server: 8 }],
    [16, { driver: 10, server: 4 }],
    [64, { driver: 10, server: 2 }],
  ])("gives %i workers no more than PostgreSQL takes, and each enough", (workers, connections) => {
    expect(shareConnections(workers, undefined, 10)).toEqual(connections);
  });

  it("stays below a hundred together, up to thirty-six workers", () => {
    for (let workers = 1; workers <= 36; workers++) {
      const { driver, server } = shareConnections(workers, undefined, 10);
      expect(driver + (workers - 1) * server).toBeLessThanOrEqual(80);
    }
  });

  it("gives each what is asked for", () => {
    expect(shareConnections(64, 25, 10)).toEqual({ driver: 25, server: 25 });
  });
});

describe("the embedded PostgreSQL", () => {
  it("takes what all workers may open, and some more", () => {
    expect(connectionSettings(2, { driver: 10, server: 10 })).toEqual({ max_connections: "200" });
    expect(connectionSettings(64, { driver: 25, server: 25 })).toEqual({ max_connections: "1620" });
  });
});

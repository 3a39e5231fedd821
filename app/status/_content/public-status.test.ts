import { expect, it } from "vitest";
import { publicStatus } from "@/app/status/_content/public-status";

const states = (status: ReturnType<typeof publicStatus>) => status.parts.map(({ state }) => state);

it("says that all works", () => {
  const status = publicStatus({ status: "ready" }, {});
  expect(status).toMatchObject({ state: "working", headline: "Everything is working" });
  expect(states(status)).toEqual(["working", "working", "working", "working", "working"]);
});

it("says what is late, and by how long", () => {
  const status = publicStatus({ status: "ready" }, { dispatch: 150, webhooks: 5_400 });
  expect(status.state).toBe("delayed");
  expect(states(status)).toEqual(["working", "delayed", "working", "delayed", "working"]);
  expect(status.parts.map(({ note }) => note)).toEqual([
    "",
    "Delayed by 3 minutes.",
    "",
    "Delayed by 90 minutes.",
    "",
  ]);
});

it("says that nothing works without its database, and not why", () => {
  const status = publicStatus({ status: "unavailable", reason: "database_refuses_writes" }, null);
  expect(states(status)).toEqual(["down", "down", "down", "down", "down"]);
  expect(JSON.stringify(status)).not.toMatch(/database/i);
});

it("does not claim what it could not look at", () => {
  const status = publicStatus({ status: "ready" }, null);
  expect(status.state).toBe("unknown");
  expect(states(status)).toEqual(["working", "unknown", "unknown", "unknown", "unknown"]);
});

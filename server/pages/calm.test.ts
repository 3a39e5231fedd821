import { expect, it } from "vitest";
import { calm, UNVISITED } from "@/server/pages/calm";

it.each([
  ["what blocks the process now and then", undefined, 150],
  ["the last of some pages", UNVISITED, 40],
])("waits until %s is over", async (_, until, cpuMs) => {
  let blocks = 0;
  const timer = setInterval(() => {
    const began = process.cpuUsage();
    while (process.cpuUsage(began).user < cpuMs * 1_000);
    if (++blocks === 6) clearInterval(timer);
  }, 300);
  await calm(until);
  expect(blocks).toBe(6);
});

import { expect, it } from "vitest";
import { calm } from "@/server/pages/calm";

it("waits until what blocks the process now and then is over", async () => {
  let blocks = 0;
  const timer = setInterval(() => {
    const began = process.cpuUsage();
    while (process.cpuUsage(began).user < 150_000);
    if (++blocks === 4) clearInterval(timer);
  }, 300);
  await calm();
  expect(blocks).toBe(4);
});

import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { warmUp } from "@/server/pages/warm-up";

it("asks for the first pages, one after the other, and waits until all of each is there", async () => {
  const asked: string[] = [];
  const made: string[] = [];
  await warmUp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.write("half");
    setTimeout(() => {
      made.push(`${request.url} after ${asked.length}`);
      response.end("the rest");
    }, 50);
  });
  expect(asked).toEqual(["GET /", "GET /overview"]);
  expect(made).toEqual(["/ after 1", "/overview after 2"]);
});

it("does not wait for one that is not made, nor fails with one that breaks off", async () => {
  const kept: ServerResponse[] = [];
  await warmUp((_, response) => void kept.push(response), 1_000);
  expect(kept[0]?.socket?.destroyed).toBe(true);
  await warmUp((_, response) => {
    response.write("half");
    setImmediate(() => response.destroy());
  }, 5_000);
});

import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { warmUp } from "@/server/pages/warm-up";

it("asks for the first pages, one after the other, and waits until all of each is there", async () => {
  const asked: string[] = [];
  const made: string[] = [];
  await warmUp((request, response) => {
    if (request.url === "/other") {
      response.end();
      return;
    }
    asked.push(`${request.method} ${request.url}`);
    response.write("half", async () => {
      // If the caller did not wait for the rest, it would request the next page before these requests.
      for (let turn = 0; turn < 3; turn++) await fetch(`http://127.0.0.1:${request.socket.localPort}/other`);
      made.push(`${request.url} after ${asked.length}`);
      response.end("the rest");
    });
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

import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { Rehearsal } from "@/lib/auth/sessions/rehearsal";
import { readSession } from "@/lib/http/sessions/session";
import { warmUp } from "@/server/pages/warm-up";

const soon = (work: () => void) => setTimeout(work, 50);

it("asks for the first pages, one after the other, and waits until all of each is there", async () => {
  const asked: string[] = [];
  const made: string[] = [];
  await warmUp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.write("half");
    soon(() => {
      made.push(`${request.url} after ${asked.length}`);
      response.end("the rest");
    });
  });
  expect(asked.slice(0, 2)).toEqual(["GET /", "GET /overview"]);
  expect(made).toEqual(asked.map((each, place) => `${each.slice(4)} after ${place + 1}`));
});

it("rehearses the members' pages with a session, and what they began later is no rehearsal", async () => {
  const rehearsed: [url: string | undefined, isOn: boolean, hasSession: boolean][] = [];
  const afterwards: boolean[] = [];
  await warmUp((request, response) => {
    soon(async () => {
      const session = await readSession(request.headers.cookie ?? null);
      rehearsed.push([request.url, Rehearsal.isOn(), session !== null]);
      setTimeout(() => afterwards.push(Rehearsal.isOn()), 300);
      response.end();
    });
  });
  const [first, ...rest] = rehearsed;
  expect(first).toEqual(["/", false, false]);
  expect(rest.map(([url]) => url)).toContain("/overview");
  for (const [url, ...found] of rest) expect([url, ...found]).toEqual([url, true, true]);
  expect(Rehearsal.isOn()).toBe(false);
  await expect.poll(() => afterwards).toEqual(rehearsed.map(() => false));
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

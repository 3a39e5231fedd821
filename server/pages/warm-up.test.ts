import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { Rehearsal } from "@/lib/auth/sessions/rehearsal";
import { readSession } from "@/lib/http/sessions/session";
import { newId } from "@/lib/ids";
import { rehearse, warmUp } from "@/server/pages/warm-up";

const soon = (work: () => void) => setTimeout(work, 50);

it.each([
  ["strangers", warmUp, "/"],
  ["members", rehearse, "/overview"],
] as const)("asks for the first page of %s, and waits until all of it is there", async (_, begin, url) => {
  const asked: string[] = [];
  const made: string[] = [];
  await begin((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.write("half");
    soon(() => {
      made.push(`${request.url} after ${asked.length}`);
      response.end("the rest");
    });
  });
  expect(asked).toEqual([`GET ${url}`]);
  expect(made).toEqual([`${url} after 1`]);
});

it("rehearses the members' pages with a session, and what they began later is no rehearsal", async () => {
  const rehearsed: [url: string | undefined, isOwn: boolean, isOther: boolean][] = [];
  const afterwards: boolean[] = [];
  const sessions: string[] = [];
  await rehearse((request, response) => {
    soon(async () => {
      const session = await readSession(request.headers.cookie ?? null);
      const sessionId = session?.sessionId ?? "";
      sessions.push(sessionId);
      rehearsed.push([request.url, Rehearsal.isOf(sessionId), Rehearsal.isOf(newId())]);
      setTimeout(() => afterwards.push(Rehearsal.isOf(sessionId)), 300);
      response.end();
    });
  });
  expect(rehearsed).toEqual([["/overview", true, false]]);
  for (const sessionId of sessions) expect(Rehearsal.isOf(sessionId)).toBe(false);
  await expect.poll(() => afterwards).toEqual([false]);
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

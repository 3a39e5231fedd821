import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { isOfMember, isOfVisitor, onFirstVisit } from "@/server/workers/first-visit";

/** Sends requests for pages, and records the order of the work. */
function asking() {
  const done: string[] = [];
  const listener = onFirstVisit(
    ({ url }) => void done.push(`answered ${url}`),
    isOfMember,
    () => void done.push("worked"),
  );
  const ask = (url: string, cookie?: string) =>
    listener({ url, headers: { cookie } } as IncomingMessage, {} as ServerResponse);
  return { ask, done };
}

it.each([
  ["/sign-in", undefined],
  ["/sign-in?back=%2Fmessages", undefined],
  ["/sign-up", ""],
  ["/overview", "theme=dark; gateway.session=abc"],
  ["/docs", "gateway.session.0=abc; gateway.session.1=def"],
  ["/api/members/events", "gateway.session=abc"],
])("does its work once, after it has handed on %s with the cookie %s", (url, cookie) => {
  const { ask, done } = asking();
  ask(url, cookie);
  ask(url, cookie);
  expect(done).toEqual([`answered ${url}`, "worked", `answered ${url}`]);
});

it("does not count what strangers look at", () => {
  const { ask, done } = asking();
  const urls = ["/", "/docs", "/status", "/overview", "/sign-inside", "/_next/static/a.js"];
  for (const url of urls) ask(url, "theme=dark; my.gateway.sessions=1");
  expect(done).toEqual(urls.map((url) => `answered ${url}`));
});

it.each([
  ["/sign-in", true],
  ["/sign-up?plan=a", true],
  ["/overview", false],
  ["/sign-inside", false],
])("says whether %s is of a visitor: %s", (url, expected) => {
  expect(isOfVisitor({ url, headers: { cookie: "gateway.session=abc" } } as IncomingMessage)).toBe(expected);
});

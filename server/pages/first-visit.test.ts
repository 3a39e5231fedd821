import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, vi } from "vitest";
import { onFirstVisit } from "@/server/pages/first-visit";

/** Asks for a page, and gives what ends its answer. */
function asking() {
  const work = vi.fn();
  const handle = vi.fn();
  const listener = onFirstVisit(handle, work);
  const ask = (url: string, cookie?: string) => {
    const response = new EventEmitter() as ServerResponse;
    listener({ url, headers: { cookie } } as IncomingMessage, response);
    return () => void response.emit("close");
  };
  return { ask, work, handle };
}

it.each([
  ["/sign-in", undefined],
  ["/sign-in?back=%2Fmessages", undefined],
  ["/sign-up", ""],
  ["/overview", "theme=dark; gateway.session=abc"],
  ["/docs", "gateway.session.0=abc; gateway.session.1=def"],
])("does its work once, after the first answer to %s with the cookie %s", (url, cookie) => {
  const { ask, work, handle } = asking();
  const [end, endNext] = [ask(url, cookie), ask(url, cookie)];
  expect(work).not.toHaveBeenCalled();
  end();
  endNext();
  expect(work).toHaveBeenCalledTimes(1);
  expect(handle).toHaveBeenCalledTimes(2);
});

it("does not count what strangers look at", () => {
  const { ask, work, handle } = asking();
  for (const url of ["/", "/docs", "/status", "/overview", "/sign-inside", "/_next/static/a.js"])
    ask(url, "theme=dark; my.gateway.sessions=1")();
  expect(work).not.toHaveBeenCalled();
  expect(handle).toHaveBeenCalledTimes(6);
});

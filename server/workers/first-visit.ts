import type { IncomingMessage, RequestListener } from "node:http";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";

/** The pages on which people sign in or sign up. */
const ENTRANCES = ["/sign-in", "/sign-up"];

/**
 * Runs work once, after the first request of a kind. A server whose API alone is used never runs it.
 * @param handle answers requests, and the first one before the work.
 * @param isVisit returns whether a request is of that kind.
 */
export function onFirstVisit(
  handle: RequestListener,
  isVisit: (request: IncomingMessage) => boolean,
  work: () => void,
): RequestListener {
  let wasVisited = false;
  return (request, response) => {
    handle(request, response);
    if (wasVisited || !isVisit(request)) return;
    wasVisited = true;
    work();
  };
}

/** Returns whether a request is for the page of a person who is about to sign in or to become a member. */
export function isOfVisitor({ url = "" }: IncomingMessage): boolean {
  return ENTRANCES.includes(url.split("?", 1)[0] ?? "");
}

/** Returns whether a request is of a member, or of a visitor who may become one. */
export function isOfMember(request: IncomingMessage): boolean {
  const { cookie = "" } = request.headers;
  return (
    isOfVisitor(request) || cookie.includes(`${sessionCookie()}=`) || cookie.includes(`${sessionCookie()}.0=`)
  );
}

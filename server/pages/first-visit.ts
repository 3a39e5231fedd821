import type { IncomingMessage, RequestListener } from "node:http";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";

/** Where people become members, or prove to be one. */
const ENTRANCES = ["/sign-in", "/sign-up"];

/**
 * Does something once, when somebody first asks who is a member or may be about to become one: for a page, or for the
 * stream of one that is open. What strangers look at does not count: a server whose API alone is used never does it.
 * @param handle answers with pages. It is asked first.
 */
export function onFirstVisit(handle: RequestListener, work: () => void): RequestListener {
  let wasVisited = false;
  return (request, response) => {
    handle(request, response);
    if (wasVisited || !isOfMember(request)) return;
    wasVisited = true;
    work();
  };
}

function isOfMember({ url = "", headers: { cookie = "" } }: IncomingMessage): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    ENTRANCES.includes(path) ||
    cookie.includes(`${sessionCookie()}=`) ||
    cookie.includes(`${sessionCookie()}.0=`)
  );
}

import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Rehearsal } from "@/lib/auth/sessions/rehearsal";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";
import { newId } from "@/lib/ids";

/** How long a start waits for each page at most. */
const MAX_WAIT_MS = 10_000;

/** The pages that strangers see first. */
const STRANGERS = ["/"];

/** The page that members see first; it has what the others need too. */
const MEMBERS = ["/overview"];

/**
 * Renders the pages of strangers before anybody asks for one, to nobody. What is used for the first time takes ten times as long as it does
 * later: modules are loaded, statements planned and connections made. A page that cannot be made fails for the first
 * reader, not here.
 * @param handle answers with pages.
 * @param maxWaitMs how long each may take.
 */
export async function warmUp(handle: RequestListener, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  await ask(handle, STRANGERS, {}, maxWaitMs);
}

/** The same for the pages of members, while those who ask are answered. */
export async function rehearse(handle: RequestListener, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  // No row of `sessions` has this id.
  const sessionId = newId();
  const rehearsal = new Rehearsal(sessionId);
  const session = await sessionSetCookie({ sessionId, personId: 0, sessionVersion: 0 });
  const [cookie = ""] = session.split(";", 1);
  await ask((...asked) => rehearsal.run(() => handle(...asked)), MEMBERS, { cookie }, maxWaitMs);
  rehearsal.end();
}

/** Asks for pages, one after the other. */
async function ask(
  handle: RequestListener,
  paths: readonly string[],
  headers: Record<string, string>,
  maxWaitMs: number,
): Promise<void> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    for (const path of paths) {
      const signal = AbortSignal.timeout(maxWaitMs);
      const request = get({ port, host: "127.0.0.1", path, headers, signal });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      await once(response.resume(), "end");
    }
  } catch {
    // It took too long, or there is no port: the first reader waits for the page, as without a warm-up.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

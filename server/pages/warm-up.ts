import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** The longest time that a start waits for the page. */
const MAX_WAIT_MS = 10_000;

/** The first page of a stranger, and the first page after signing in, which redirects a stranger once it is loaded. */
const PATHS = ["/", "/overview"];

/**
 * Renders pages before the first visitor. The first page takes ten times as long as any other, and blocks the event
 * loop meanwhile. If a page cannot be rendered, its first reader gets the error, not this function.
 * @param handle answers with pages.
 * @param maxWaitMs the time limit of each page.
 */
export async function warmUp(handle: RequestListener, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    for (const path of PATHS) {
      const request = get({ port, host: "127.0.0.1", path, signal: AbortSignal.timeout(maxWaitMs) });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      await once(response.resume(), "end");
    }
  } catch {
    // It lasted too long, or there is no port: the first reader waits for the page, as without a warm-up.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

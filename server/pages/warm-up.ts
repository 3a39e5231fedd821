import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** How long a start waits for the page at most. */
const MAX_WAIT_MS = 10_000;

/** The first page that a stranger sees, and the first after signing in: a stranger is led away from that, once it is loaded. */
const PATHS = ["/", "/overview"];

/**
 * Renders pages before anybody asks for one. The first page takes ten times as long as any other, and holds
 * the event loop meanwhile. A page that cannot be made fails for the first reader, not here.
 * @param handle answers with pages.
 * @param maxWaitMs how long each may take.
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
    // It took too long, or there is no port: the first reader waits for the page, as without a warm-up.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

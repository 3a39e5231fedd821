import { createServer, type Server } from "node:net";
import { CommandError } from "@/server/base/command-error";

/**
 * The most connections that the system queues until they are accepted; its own limit may be lower. If a burst of one
 * caller exceeds it, connections of other callers are dropped.
 */
const BACKLOG = 4_096;

/** The ports that a server listens on: for HTTP, and for email to SMS if that is on. */
export type Listening = { port: number; emailPort: number | null };

/**
 * Returns a port that can be listened on: the given one, or the system's choice for 0. It is checked before the slow
 * work of a start.
 * @throws CommandError if it cannot be listened on.
 */
export async function checkPort(port: number, host: string): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

function portSentence(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is in use. Set PORT to another one.`;
  if (error.code === "EACCES")
    return `Port ${port} needs privileges this user lacks. Set PORT to another one.`;
  return `Cannot listen on ${host} port ${port} (${error.code}). Set HOST and PORT to an address of this machine.`;
}

/** Starts listening. Returns the port, which is the system's choice for 0. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new CommandError(portSentence(error, port, host))),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

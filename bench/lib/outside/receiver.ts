import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Timeline } from "@/bench/lib/outside/timeline";
import { clockMs } from "@/bench/lib/process/clock";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";

/** The path of Kannel's reports: a message's number and Kannel's own code of a status follow. */
export const KANNEL_PATH = "/kannel/";

/** Kannel's codes of a `dlr-mask`. */
const KANNEL_STATUSES: Readonly<Record<string, string>> = { 1: "DELIVRD", 4: "ACCEPTD" };

/** Receives webhooks and Kannel's reports on a port of this machine, and answers each with 204. */
export class Receiver {
  /** The signing secrets of accounts, by the path of their endpoint. */
  secrets: Readonly<Record<string, string>> = {};
  /** Webhooks whose signature is missing or wrong. */
  unsigned = 0;
  /** True if it leaves requests without an answer. */
  hangs = false;
  port = 0;
  private readonly timeline: Timeline;
  /** The different deliveries since the last question. */
  readonly seen = new Set<string>();

  private constructor(timeline: Timeline) {
    this.timeline = timeline;
  }

  static async start(timeline: Timeline): Promise<Receiver> {
    const receiver = new Receiver(timeline);
    const server = await receiver.listen("127.0.0.1");
    receiver.port = (server.address() as AddressInfo).port;
    return receiver;
  }

  /** Listens on another address of this machine, at the same port. */
  async listen(host: string): Promise<Server> {
    const server = createServer((request, response) => {
      void this.receive(request).then(() => {
        if (!this.hangs) response.writeHead(204).end();
      });
    });
    // A thousand clients may connect at once.
    const options = { port: this.port, host, backlog: 4_096 };
    await new Promise<void>((resolve) => server.listen(options, resolve));
    return server;
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const { url = "", headers } = request;
    const at = clockMs();
    this.seen.add(String(headers["x-service-delivery"] ?? url));
    const body = await buffer(request);
    if (url.startsWith(KANNEL_PATH)) {
      const [number = "", code = ""] = url.slice(KANNEL_PATH.length).split("/");
      this.timeline.webhooks.push([number, KANNEL_STATUSES[code] ?? code, at]);
      return;
    }
    const secret = this.secrets[url];
    if (secret === undefined) return;
    const header = (name: string) => (headers[name] as string | undefined) ?? null;
    const proof = { timestamp: header("x-service-timestamp"), signature: header("x-service-signature") };
    if (!verifyWebhook(body, proof, secret, Date.now())) this.unsigned++;
    const { messageId, status } = JSON.parse(body.toString()) as { messageId: string; status: string };
    this.timeline.webhooks.push([messageId, status, at]);
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { endUnreported } from "@/lib/messages/dispatch/finish/missing-reports";
import { FINAL_STATUSES } from "@/lib/sms/status";
import { freePort } from "@/server/base/free-port";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { Kannel, PASSWORD, TOKEN } from "@/tests/support/kannel/kannel";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";
import { Network } from "@/tests/support/smsc/network";

export type MessageClass = "transactional" | "marketing";

/** Returns true for a final status. */
export const isFinal = (status: string) => (FINAL_STATUSES as readonly string[]).includes(status);

/** The age at which the time for reports is over. */
const REPORTED_WITHIN_MS = 9 * 24 * 3_600_000;

const isAscii = (text: string) => /^[ -~]*$/.test(text);

/**
 * Gives the tests of a file a database and a path through Kannel, from before the first test until after the
 * last.
 */
export function useThroughKannel(): () => ThroughKannel {
  useTestDatabase();
  let through: ThroughKannel | undefined;
  beforeAll(async () => {
    through = await ThroughKannel.start();
  });
  afterAll(async () => {
    await through?.stop();
    killServers();
  });
  return () => through as ThroughKannel;
}

/** An SMSC, a Kannel that is bound to it, and a server that sends through this Kannel. */
export class ThroughKannel {
  readonly network: Network;
  readonly kannel: Kannel;
  server: ProductionServer;
  private readonly port: string;
  private readonly account: TestAccount;

  private constructor(
    parts: Pick<ThroughKannel, "network" | "kannel" | "server">,
    port: string,
    account: TestAccount,
  ) {
    this.network = parts.network;
    this.kannel = parts.kannel;
    this.server = parts.server;
    this.port = port;
    this.account = account;
  }

  /** Starts all three. `useThroughKannel` stops them. */
  static async start(): Promise<ThroughKannel> {
    const network = await Network.start({ name: "k", answerAfterMs: 10, receiptAfterMs: 100 });
    const port = String(await freePort());
    const kannel = await Kannel.start({ smscPort: network.address.port, gatewayPort: Number(port) });
    try {
      return await ThroughKannel.connect(network, kannel, port);
    } catch (error) {
      await Promise.all([kannel.stop(), network.stop()]);
      throw error;
    }
  }

  private static async connect(network: Network, kannel: Kannel, port: string): Promise<ThroughKannel> {
    const given = {
      preset: "kannel",
      url: kannel.url,
      username: "gateway",
      password: PASSWORD,
      tps: 200,
      webhookToken: TOKEN,
      callbackUrl: `http://127.0.0.1:${port}`,
      timers: { backOffMs: 200, maxBackOffMs: 500 },
    };
    const authSecret = process.env.AUTH_SECRET ?? TEST_SECRET;
    await addCarrier(db(), { name: "kannel", kind: "http", given }, { authSecret, hasServer: true });
    await db().transaction((tx) =>
      replaceRoutes(tx, { senders: { kannel: ["552"] }, routes: [{ targets: [{ carrier: "kannel" }] }] }),
    );
    const account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
    // Events are written, and no receiver gets them.
    const at = new Date();
    const endpoint = { kind: "report" as const, url: "https://receiver.example.com/", registeredAt: at };
    const { accountId } = account;
    await db().prisma.webhookEndpoint.create({
      data: { accountId, ...endpoint, failingSince: at, pausedAt: at },
    });
    const server = await startServer({ PORT: port });
    await vi.waitUntil(() => network.link !== undefined, { timeout: 30_000 });
    return new ThroughKannel({ network, kannel, server }, port, account);
  }

  /** Stops Kannel and the SMSC. `killServers` stops the servers. */
  async stop(): Promise<void> {
    await Promise.all([this.kannel.stop(), this.network.stop()]);
  }

  /** Ends the server, like a power cut or in order, and starts another one at its port. */
  async serverAgain(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (signal === "SIGKILL") await this.server.kill();
    else process.kill(this.server.pid, signal);
    await this.server.ended;
    this.server = await startServer({ PORT: this.port });
  }

  /** Returns the statuses in the account's events that match, such as final ones, by message. */
  async events(isMeant: (status: string) => boolean): Promise<ReadonlyMap<string, readonly string[]>> {
    const told = new Map<string, string[]>();
    for (const { messageId, body } of await db().prisma.webhookDelivery.findMany()) {
      const { status } = JSON.parse(body) as { status: string };
      if (messageId !== null && isMeant(status))
        told.set(messageId, [...(told.get(messageId) ?? []), status]);
    }
    return told;
  }

  /**
   * Ends messages without a final report, as the sweep does when the time for reports is over. It runs twice,
   * to show that each message ends once.
   * @returns the number of these messages.
   */
  async endUnreported(): Promise<number> {
    const later = new Date(Date.now() + REPORTED_WITHIN_MS);
    const [ended, again] = [await endUnreported(db(), later), await endUnreported(db(), later)];
    expect(again).toBe(0);
    return ended;
  }

  /**
   * Sends a message, and repeats the request until a response arrives.
   * @returns the ID.
   */
  async send(to: string, body = "Kia ora", messageClass: MessageClass = "transactional"): Promise<string> {
    const { userId, password } = this.account;
    const key = newId();
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${this.port}/gateway/sms/out`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify({ userId, password, to, body, messageClass, unicode: !isAscii(body) }),
          signal: AbortSignal.timeout(5_000),
        });
        if (response.status === 200) return ((await response.json()) as { message_id: string }).message_id;
      } catch {
        // The server is away.
      }
      await sleep(100);
    }
  }
}

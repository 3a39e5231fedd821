import { afterEach, beforeEach, expect, vi } from "vitest";
import { POST as sendOtp } from "@/app/gateway/sms/otp/route";
import { POST as queryStatus } from "@/app/gateway/sms/status/query/route";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { StatusQueryResponse } from "@/lib/contracts/gateway/status-query";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { books, call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { sendFrom } from "@/tests/support/server/send";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";
import { webhookReceivers, workOffWebhooks } from "@/tests/support/webhooks/webhook-receivers";

const BALANCE_MICROS = 1_000_000_000n;
const PART_MICROS = 115_000n;

/** Turns off the night, so that the messages of these tests are sent at any hour. */
export function useNoNight(): void {
  beforeEach(() => {
    vi.stubEnv("NIGHT_START", "00:00");
    vi.stubEnv("NIGHT_END", "00:00");
    reloadEnv();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    reloadEnv();
  });
}

/** Creates an account that sends through the API and has a webhook for its reports. */
export async function toldSender(url = "https://receiver.example.com/hook") {
  const account = await testAccount({ balanceMicros: BALANCE_MICROS });
  const { accountId, userId, password } = account;
  await registerWebhook(db(), { accountId, kinds: ["report"], url }, new Date());
  const { posts, pump } = webhookReceivers(() => ({ ok: true, statusCode: 200 }));
  /**
   * Sends a text to each handset, one request after the other.
   * @returns the messages' IDs.
   */
  const send = async (handsets: readonly string[], body = "Kia ora", asked: object = {}) => {
    const ids: string[] = [];
    for (const to of handsets) {
      const { status, body: answer } = await sendFrom<SendResponse>(account, { to, body, ...asked });
      expect(status).toBe(200);
      ids.push(answer.message_id);
    }
    return ids;
  };
  const sendCode = async (to: string) =>
    expect(await call(sendOtp, { json: { userId, password, to, msgCompany: "Acme" } })).toMatchObject({
      status: 200,
    });
  /** Queries the status of each message as the account does. */
  const statusesOf = async (ids: readonly string[]) => {
    const json = { userId, password, message_id: ids.join() };
    const { body } = await call<StatusQueryResponse>(queryStatus, { json });
    return body.messages.map(({ status }) => status);
  };
  /**
   * Returns the events that the account's receiver got so far: message, status and code, repeats included.
   */
  const told = async () => {
    await workOffWebhooks(pump(), new Date(Date.now() + 1_000));
    const events = posts.map(
      ({ body }) => JSON.parse(body) as { messageId: string } & Record<string, unknown>,
    );
    return events.map(({ messageId, status, statusCode }) => [messageId, status, statusCode]);
  };
  /**
   * Expects each message to be billed once, with a total number of parts, and the ledger to equal the
   * balance.
   */
  const expectBilled = async (parts: number, messages: number) => {
    const left = BALANCE_MICROS - PART_MICROS * BigInt(parts);
    expect(await books(accountId)).toEqual({ balance: left, ledger: left, entries: 1 + messages });
  };
  const messages = () => messagesOf(accountId);
  return { accountId, send, sendCode, statusesOf, told, expectBilled, messages };
}

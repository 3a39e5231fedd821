import { beforeAll, describe, expect, it } from "vitest";
import { listUnrouted, type UnroutedRecord } from "@/lib/contracts/admin/inbound";
import type { Pagination } from "@/lib/contracts/base/pagination";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/admin/inbound");

useTestDatabase();

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);
const stranger = newMobile();

let administrator: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
  const { accountId } = await testAccount();
  const customer = newMobile();
  await sentMessage(accountId, customer, minutes(0));
  const received = [
    carrierInbound({ from: stranger, body: "Who is this?", receivedAt: minutes(1) }),
    carrierInbound({ from: customer, body: "Thank you", receivedAt: minutes(2) }),
    carrierInbound({ from: stranger, to: "9999", body: "Hello", receivedAt: minutes(3), network: "Spark" }),
    carrierInbound({ from: stranger, body: "<b>Well?</b>", receivedAt: minutes(4) }),
  ];
  await receive(db(), "test", received, minutes(5));
});

async function list(query: Record<string, string> = {}) {
  type ListBody = { messages: UnroutedRecord[]; pagination: Pagination };
  const { body } = await ask<ListBody>(GET, administrator, { query });
  expect(body).toEqual(listUnrouted.response.parse(body));
  return body;
}

describe("unrouted messages", () => {
  it("are those that belong to no account, newest first, and why", async () => {
    const { messages, pagination } = await list();
    expect(messages).toMatchObject([
      { body: "<b>Well?</b>", why: "no_conversation" },
      { body: "Hello", to: "9999", network: "Spark", carrier: "test", why: "unknown_shortcode" },
      { body: "Who is this?", from: stranger, to: "552", receivedAt: "2026-11-21 12:01:00" },
    ]);
    expect(pagination.totalRecords).toBe(3);
  });

  it("come in pages", async () => {
    expect(await list({ limit: "2", page: "2" })).toMatchObject({
      messages: [{ body: "Who is this?" }],
      pagination: { totalRecords: 3, hasNextPage: false, hasPreviousPage: true },
    });
    expect((await list({ page: "5" })).messages).toEqual([]);
    expect(await ask(GET, administrator, { query: { page: "0" } })).toMatchObject({ status: 400 });
  });
});

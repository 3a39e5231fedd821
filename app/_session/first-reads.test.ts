import { readdirSync } from "node:fs";
import path from "node:path";
import { isValidElement, type ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { FirstRead } from "@/app/_session/first-read";
import { closeDb, db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { nzDate } from "@/lib/sms/nz-time";
import { agedInbound } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { sentMessage } from "@/tests/support/inbound";
import { testIntegration } from "@/tests/support/integration";
import { keepSend } from "@/tests/support/keep-send";
import { ask, cookieOf } from "@/tests/support/member";
import { loggedRequest, writeInChunks } from "@/tests/support/requests";
import { testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: listRequests } = handlersOf("/api/members/requests");

const { asked, clients } = vi.hoisted(() => ({ asked: { cookie: "" }, clients: { opened: 0 } }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ ...asked, host: "localhost", "x-forwarded-for": "203.0.113.7" }),
  cookies: async () => ({ has: () => false }),
}));
vi.mock("next/server", async (real) => ({ ...(await real<object>()), connection: async () => {} }));
vi.mock("@/lib/db/generated/client", async (real) => {
  const client = await real<typeof import("@/lib/db/generated/client")>();
  const PrismaClient = class extends client.PrismaClient {
    constructor(options: ConstructorParameters<typeof client.PrismaClient>[0]) {
      super(options);
      clients.opened++;
    }
  };
  return { ...client, PrismaClient };
});

useTestDatabase();

const APP = path.join(import.meta.dirname, "..");

/** The parameters in a page's address. */
type Visit = { params?: Record<string, string>; search?: Record<string, string> };
type PageProps = { params: Promise<object>; searchParams: Promise<object> };
type PageFile = {
  default: (given: PageProps) => ReactNode | Promise<ReactNode>;
  generateMetadata?: (given: PageProps) => Promise<{ title: string }>;
};

/** The folders of all pages that require a session. */
const PAGES = ["(members)", "admin"].flatMap((room) =>
  readdirSync(path.join(APP, room), { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "page.tsx")
    .map((name) => path.posix.join(room, path.dirname(name).replaceAll("\\", "/"))),
);

/** Pages that use the client for their reads, because they have many reads and few readers. */
const BY_THE_CLIENT = ["admin/networks"];

const NUMBER = "64215551781";
const visits: Record<string, Visit[]> = {};

/**
 * Creates an administrator's account with one thing of each kind that has a page, and the parameters of those
 * pages.
 */
beforeAll(async () => {
  const account = await testAccount();
  const { accountId } = account;
  await db().prisma.account.update({ where: { id: accountId }, data: { isAdmin: true } });
  const now = new Date();
  const message = await sentMessage(accountId, NUMBER, now);
  await agedInbound(accountId, now, { msisdn: NUMBER, relatedMessageId: message });
  const delivery = newId();
  const tried = { attempts: 1, earlierEnded: 1, attemptedAt: now, attemptedUrl: "https://shop.example.com" };
  await db().prisma.webhookDelivery.create({
    data: {
      id: delivery,
      accountId,
      kind: "report",
      messageId: message,
      body: "{}",
      createdAt: now,
      ...tried,
    },
  });
  const send = await keepSend(db(), accountId, [message], { acceptedAt: now });
  await testIntegration(account, "storefront");
  await writeInChunks([loggedRequest({ accountId, messageId: message })]);
  const { body } = await ask<{ requests: { id: string }[] }>(listRequests, account, {});
  const { cookie } = Object.assign(asked, { cookie: await cookieOf(account) });
  expect(cookie).not.toBe("");
  const month = nzDate(now).slice(0, 7);
  Object.assign(visits, {
    "(members)/billing/statement/[month]": [{ params: { month } }],
    "(members)/inbox/[number]": [{ params: { number: NUMBER } }],
    "(members)/integrations/[kind]": [
      { params: { kind: "storefront" } },
      { params: { kind: "email_to_sms" } },
    ],
    "(members)/messages": [{}, { search: { search: "kia ora" } }, { search: { send } }],
    "(members)/messages/[id]": [{ params: { id: message } }],
    "(members)/requests/[id]": [{ params: { id: body.requests[0]?.id ?? "" } }],
    "(members)/send": [{}, { search: { again: message } }],
    "(members)/sends/[id]": [{ params: { id: send } }],
    "(members)/webhooks/[id]": [{ params: { id: delivery } }],
    "admin/accounts": [{}, { search: { q: "test", status: "active" } }],
    "admin/accounts/[accountId]": [{ params: { accountId: String(accountId) } }],
    "admin/figures": [{}, { search: { account: String(accountId) } }],
    "admin/messages": [{}, { search: { search: "kia ora", account: account.userId } }],
    "admin/messages/[id]": [{ params: { id: message } }],
  });
});

/** Returns the first reads of a page. */
function readsIn(node: ReactNode): readonly FirstRead[] {
  if (Array.isArray(node)) return node.flatMap(readsIn);
  if (!isValidElement<{ reads?: readonly FirstRead[]; children?: ReactNode }>(node)) return [];
  return [...(node.props.reads ?? []), ...readsIn(node.props.children)];
}

async function visit(file: PageFile, { params = {}, search = {} }: Visit): Promise<void> {
  const given = { params: Promise.resolve(params), searchParams: Promise.resolve(search) };
  await file.generateMetadata?.(given);
  const headers = new Headers({ ...asked, host: "localhost" });
  for (const { key, read } of readsIn(await file.default(given)))
    expect(await read(headers), `what ${JSON.stringify(key)} reads`).toBeDefined();
}

it.each(PAGES.filter((page) => !BY_THE_CLIENT.includes(page)))(
  "makes %s without the client",
  async (page) => {
    const [room = ""] = page.split("/");
    const files: PageFile[] = await Promise.all(
      [`${room}/layout`, `${page}/page`].map((file) => import(path.join(APP, `${file}.tsx`))),
    );
    const asked = visits[page] ?? (page.includes("[") ? undefined : [{}]);
    if (!asked) throw new Error("Say in this test what leads to the page.");
    await closeDb();
    clients.opened = 0;
    for (const file of files) for (const each of asked) await visit(file, each);
    expect(clients.opened).toBe(0);
  },
);

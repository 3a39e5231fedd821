import { hash } from "@node-rs/argon2";
import { inject } from "vitest";
import { checkAccount, insertAccount, type NewAccount } from "@/lib/accounts/create-account";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { operationOf } from "@/lib/http/handler";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { statusesOf } from "@/tests/support/database/message-status";
import { checkDocumented } from "@/tests/support/server/documented";
import { isMounted, pathOf } from "@/tests/support/server/route-paths";

export type Handler = (request: Request) => Promise<Response>;

export type TestAccount = { accountId: number; userId: string; password: string };

const PASSWORD = "correct horse battery";
/**
 * The least cost that argon2id accepts. A stored hash contains its cost, and no test depends on the strength
 * of these passwords.
 */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

let made = 0;

/** Creates an account for a test, by default with NZ$10 and in the home cell. */
export async function testAccount(
  overrides: Partial<NewAccount> = {},
  cell: Database = overrides.admin ? db() : accountsDb(),
): Promise<TestAccount> {
  const email = `account${++made}@example.com`;
  const usual = { email, password: PASSWORD, name: "A test", balanceMicros: 10_000_000n };
  const account = checkAccount({ ...usual, ...overrides });
  const passwordHash = await hash(account.password, CHEAP);
  const { accountId } = await insertAccount(cell, { ...account, passwordHash }, new Date());
  return { accountId, userId: overrides.email ?? email, password: account.password };
}

export type CallOptions = {
  method?: string;
  query?: Record<string, string> | string;
  form?: Record<string, string> | string;
  json?: unknown;
  /** A body that is sent unchanged, with the `Content-Type` of the headers, if any. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  address?: string;
  /** The request's path, for a handler of many paths, or if the path appears in the response. */
  path?: string;
};

export type CallResult<Body> = { status: number; body: Body; text: string; headers: Headers };

/**
 * Calls a route's handler as a server would, or the server of this run over HTTP. Checks the response against
 * the published description of the API. The type parameter is the body of the response.
 */
export async function call<Body = Record<string, unknown>>(
  handler: Handler,
  options: CallOptions = {},
): Promise<CallResult<Body>> {
  const asked = requestOf(options);
  const answer = (await isServed(handler)) ? ofServer : ofHandler;
  const { status, headers, text } = await answer(handler, asked);
  const operation = operationOf(handler);
  if (operation) checkDocumented(operation, { status, headers }, text);
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  const parsed = isJson && text !== "" ? (JSON.parse(text) as Body) : ({} as Body);
  return { status, body: parsed, text, headers };
}

/** Calls a route's handler as a function, even in a run with a server. */
export function callHandler(handler: Handler, options: CallOptions): Promise<CallAnswer> {
  return ofHandler(handler, requestOf(options));
}

/**
 * Returns true if the server of this run responds for a handler. Our own server runs without Next here, and
 * has no forwarded routes.
 */
async function isServed(handler: Handler): Promise<boolean> {
  return inject("server") === "next" || (inject("server") === "own" && (await isMounted(handler)));
}

type CallRequest = {
  method: string;
  path: string | undefined;
  query: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};
type CallAnswer = { status: number; headers: Headers; text: string };

function requestOf(options: CallOptions): CallRequest {
  const query = options.query === undefined ? "" : `?${new URLSearchParams(options.query)}`;
  const headers = new Headers({ "x-forwarded-for": options.address ?? "203.0.113.7" });
  let body = options.raw;
  if (options.form !== undefined) {
    headers.set("content-type", "application/x-www-form-urlencoded");
    body = new URLSearchParams(options.form).toString();
  }
  if (options.json !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(options.json);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return { method: options.method ?? "POST", path: options.path, query, headers, body };
}

async function ofHandler(
  handler: Handler,
  { path = operationOf(handler)?.path ?? "/gateway/test", query, body, ...asked }: CallRequest,
): Promise<CallAnswer> {
  const response = await handler(
    new Request(`http://gateway.test${path}${query}`, { ...asked, body: body ?? null }),
  );
  // A server sends no body in a response to HEAD.
  const text = asked.method === "HEAD" ? "" : await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function ofServer(
  handler: Handler,
  { path, query, headers, ...asked }: CallRequest,
): Promise<CallAnswer> {
  // Imported on demand: most runs have no server.
  const { askTestedServer } = await import("@/tests/support/server/tested-server");
  const answer = await askTestedServer({
    ...asked,
    path: `${path ?? (await pathOf(handler))}${query}`,
    headers: { host: "gateway.test", ...Object.fromEntries(headers) },
  });
  return { status: answer.status, headers: answer.headers, text: answer.body.toString("utf8") };
}

/** Returns an account's balance and the sum of its ledger, in micro-dollars. They are always equal. */
export async function books(
  accountId: number,
): Promise<{ balance: bigint; ledger: bigint; entries: number }> {
  const [row] = await databaseOfAccount(db(), accountId).query<{
    balance: bigint;
    ledger: bigint;
    entries: number;
  }>(sql`
    select a.balance_micros as balance, coalesce(sum(e.amount_micros), 0)::bigint as ledger, count(e.id)::int as entries
    from accounts a left join ledger_entries e on e.account_id = a.id where a.id = ${accountId}
    group by a.id, a.balance_micros`);
  if (!row) throw new Error("There is no such account.");
  return row;
}

/** Returns the messages of an account in the order of acceptance, with their due times and carriers. */
export async function messagesOf(accountId: number) {
  const database = databaseOfAccount(db(), accountId);
  const { prisma } = database;
  const messages = await prisma.message.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  const statuses = await statusesOf(database, sql`m.account_id = ${accountId}`);
  const taken = await prisma.carrierSubmission.findMany({
    where: { messageId: { in: messages.map(({ id }) => id) }, state: { in: ["accepted", "delivered"] } },
    orderBy: [{ attempt: "asc" }, { part: "desc" }],
  });
  // The first part of the last attempt.
  const submissions = new Map(taken.map((submission) => [submission.messageId, submission]));
  const inFlight = await prisma.queuedMessage.findMany({ where: { accountId } });
  const waits = new Map(inFlight.map((row) => [row.messageId, row]));
  return messages.map((message) => {
    const {
      dueAt = null,
      firstTriedAt = null,
      attempts = 0,
      putOff = 0,
      encryptedBody = null,
    } = waits.get(message.id) ?? {};
    const { carrier = null, reference = null, submittedAt = null } = submissions.get(message.id) ?? {};
    const waiting = { dueAt, firstTriedAt, attempts, putOff, encryptedBody, isQueued: waits.has(message.id) };
    return {
      ...message,
      ...statuses.get(message.id),
      ...waiting,
      carrier,
      carrierReference: reference,
      submittedAt,
    };
  });
}

/** Empties the dispatch queue of messages from earlier tests of the file. */
export async function emptyQueue(): Promise<void> {
  await accountsDb().query(
    sql`update message_queue set due_at = null, encrypted_body = null where due_at is not null`,
  );
}

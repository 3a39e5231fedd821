import { createAccount, type NewAccount } from "@/lib/accounts/create-account";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { operationOf } from "@/lib/http/handler";
import { checkDocumented } from "@/lib/testing/documented";

export type Handler = (request: Request) => Promise<Response>;

export type TestAccount = { accountId: number; userId: string; password: string };

const PASSWORD = "correct horse battery";
let made = 0;

/** An account of its own for a test, with NZ$10 unless told otherwise. */
export async function testAccount(overrides: Partial<NewAccount> = {}): Promise<TestAccount> {
  const email = `account${++made}@example.com`;
  const { accountId } = await createAccount(
    db(),
    { email, password: PASSWORD, name: "A test", balanceMicros: 10_000_000n, ...overrides },
    new Date(),
  );
  return { accountId, userId: overrides.email ?? email, password: overrides.password ?? PASSWORD };
}

type CallOptions = {
  method?: string;
  query?: Record<string, string> | string;
  form?: Record<string, string> | string;
  json?: unknown;
  /** A body as it is, with whatever `Content-Type` the headers give. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  address?: string;
};

export type Called<Body> = { status: number; body: Body; text: string; headers: Headers };

/**
 * Calls a route's handler as a server would, and holds what it answers against the published description of the API.
 * The caller says what the body of the response should be.
 */
export async function call<Body = Record<string, unknown>>(
  handler: Handler,
  options: CallOptions = {},
): Promise<Called<Body>> {
  const query = options.query === undefined ? "" : `?${new URLSearchParams(options.query)}`;
  const headers = new Headers({ "x-forwarded-for": options.address ?? "203.0.113.7" });
  let body = options.raw ?? null;
  if (options.form !== undefined) {
    headers.set("content-type", "application/x-www-form-urlencoded");
    body = new URLSearchParams(options.form).toString();
  }
  if (options.json !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(options.json);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const method = options.method ?? "POST";
  const response = await handler(
    new Request(`http://gateway.test/gateway/test${query}`, { method, headers, body }),
  );
  const text = await response.text();
  const operation = operationOf(handler);
  if (operation) checkDocumented(operation, response, text);
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const parsed = isJson && text !== "" ? (JSON.parse(text) as Body) : ({} as Body);
  return { status: response.status, body: parsed, text, headers: response.headers };
}

/** An account's balance and the sum of its ledger, in micro-dollars: they are always equal. */
export async function books(
  accountId: number,
): Promise<{ balance: bigint; ledger: bigint; entries: number }> {
  const [row] = await db().query<{ balance: bigint; ledger: bigint; entries: number }>(sql`
    select a.balance_micros as balance, coalesce(sum(e.amount_micros), 0)::bigint as ledger, count(e.id)::int as entries
    from accounts a left join ledger_entries e on e.account_id = a.id where a.id = ${accountId} group by a.id`);
  if (!row) throw new Error("There is no such account.");
  return row;
}

/** The messages of an account in the order they were accepted. */
export function messagesOf(accountId: number) {
  return db().prisma.message.findMany({ where: { accountId }, orderBy: { id: "asc" } });
}

/** Takes everything off the dispatch queue that earlier tests of the file have left there. */
export async function emptyQueue(): Promise<void> {
  await db().query(sql`update messages set due_at = null where due_at is not null`);
}

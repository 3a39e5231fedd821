import { toColumns } from "@/lib/db/parameters";
import { calling, type Sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import type { Item, MessageFindings, Submission } from "@/lib/messages/accept/submission";
import { nzDate } from "@/lib/sms/nz-time";

/**
 * The encrypted response to a submission with an idempotency key, and the findings that it was built from. It is
 * stored only if acceptance has the same findings (rules: idempotency).
 */
export type Answer = { foreseen: MessageFindings; response: Buffer };

/** A submission, and the response that is stored with it; null without an idempotency key. */
export type AnsweredSubmission = { submission: Submission; answer: Answer | null };

/** The results of acceptance: arrays in the order of the submissions. */
export type AcceptRow = {
  /** The version of the routes that acceptance uses. */
  routes: number;
  /** The account's previous balance; null if the account is locked or closed, or the routes have changed. */
  balances: (string | null)[];
  affordable: boolean[];
  /** A submission's response was built from other findings; null if no balance covers any submission. */
  unforeseen: boolean[] | null;
  taken: boolean[];
  /** Ids of the blocked messages. */
  blocked: string[];
  /** Ids of the messages to ported numbers, and the codes of their networks; null for none. */
  ported: string[] | null;
  networks: string[] | null;
};

/** The behaviour at an account that another transaction has locked: the statement waits, or skips it. */
export type Locking = "wait" | "skip";

/** The ids of the leased messages, and the end of the lease. */
export type Leases = { until: Date; ids: ReadonlySet<string> };

/** The terms of acceptance besides the submissions. */
export type AcceptTerms = {
  now: Date;
  /** With `skip`, submissions of an account that another transaction has locked have no balance. */
  locking: Locking;
  /** The leases of the caller, which hands over the leased messages; null leaves all messages to `dispatch`. */
  leases: Leases | null;
};

/**
 * Accepts submissions by the function `accept_v1`, whose comment states its locks and promises. Returns one
 * `AcceptRow`.
 *
 * Each submission of an account is charged on top of all earlier ones, even if those are refused. A submission behind
 * a refused one may therefore count as unaffordable although it is not, and `accept` tries it again. It also retries
 * one whose response was built from other findings.
 */
export async function acceptStatement(
  answered: readonly AnsweredSubmission[],
  { now, locking, leases }: AcceptTerms,
): Promise<Sql> {
  const submissions = answered.map(({ submission }) => submission);
  const each = <Value>(of: (submission: Submission) => Value) => submissions.map(of);
  const prices = pricesOf(submissions);
  return calling("accept_v1", {
    at: now,
    billing_day: nzDate(now),
    skip: locking === "skip",
    lease: leases?.until ?? null,
    account_ids: each((s) => s.accountId),
    send_types: each((s) => s.sendType),
    classes: each((s) => s.messageClass),
    senders: each((s) => s.sender),
    bodies: each((s) => s.body),
    encodings: each((s) => s.encoding),
    part_counts: each((s) => s.parts),
    host_lists: each((s) => s.heldHosts.join(" ")),
    encrypted_bodies: each((s) => s.encryptedBody),
    customer_ids: each((s) => s.customerMessageId),
    rate_codes: each((s) => s.rateCode),
    billed_codes: each((s) => s.billedRateCode),
    validities: each((s) => s.validityMinutes),
    windows: each((s) => s.window ?? null),
    versions: each((s) => s.routesVersion),
    prices: prices.map(({ micros }) => micros),
    totals: prices.map(({ total }) => total),
    ...keyArguments(answered),
    ...(await itemArguments(answered, leases)),
  });
}

/** The cost of a submission, and the total cost of it and all earlier ones of the same account. */
type Price = { micros: bigint; total: bigint };

function pricesOf(submissions: readonly Submission[]): Price[] {
  const totals = new Map<number, bigint>();
  return submissions.map((submission) => {
    const { accountId } = submission;
    const micros = priceOf(submission);
    const total = (totals.get(accountId) ?? 0n) + micros;
    totals.set(accountId, total);
    return { micros, total };
  });
}

/** Returns the cost of a submission, in micro-dollars. */
export function priceOf({ items }: Submission): bigint {
  return items.reduce((sum, { netMicros, gstMicros }) => sum + netMicros + gstMicros, 0n);
}

const NO_KEYS = { keys: null, hashes: null, expiries: null, responses: null, starts: null, lengths: null };

/**
 * Returns the idempotency keys, and the position of each response in the one value that contains all. The driver
 * sends one value unchanged, but would write each value of an array in hexadecimal.
 */
function keyArguments(answered: readonly AnsweredSubmission[]): Readonly<Record<string, unknown>> {
  if (answered.every(({ answer }) => answer === null)) return NO_KEYS;
  const keys = answered.map(({ submission: { idempotency } }) => idempotency);
  const lengths = answered.map(({ answer }) => answer?.response.length ?? 0);
  const starts = [1];
  for (const length of lengths.slice(0, -1)) starts.push((starts.at(-1) as number) + length);
  const responses = answered.flatMap(({ answer }) => answer?.response ?? []);
  const [first, ...others] = responses;
  return {
    keys: keys.map((key) => key?.key ?? null),
    hashes: keys.map((key) => key?.requestHash ?? null),
    expiries: keys.map((key) => key?.expiresAt ?? null),
    responses: first && others.length === 0 ? first : Buffer.concat(responses),
    starts,
    lengths,
  };
}

type ItemRow = { item: Item; number: number; foreseen: MessageFindings | null };

/**
 * Returns the messages, each with the number of its submission. Columns that few messages need are sent only if some
 * message needs them.
 */
async function itemArguments(
  answered: readonly AnsweredSubmission[],
  leases: Leases | null,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = answered.flatMap(({ submission: { items }, answer }, index) =>
    items.map((item): ItemRow => ({ item, number: index + 1, foreseen: answer?.foreseen ?? null })),
  );
  const items = await toColumns(rows, {
    numbers: ({ number }) => number,
    ids: ({ item }) => item.id,
    ledger_ids: newId,
    msisdns: ({ item }) => item.msisdn,
    nets: ({ item }) => item.netMicros,
    gsts: ({ item }) => item.gstMicros,
    invalids: ({ item }) => item.invalidNumber,
    dues: ({ item }) => item.dueAt,
    send_ats: ({ item }) => item.sendAt,
    carrier_ids: ({ item }) => item.carrierId,
    leased: ({ item }) => leases?.ids.has(item.id) === true,
  });
  const foreseen = rows.some((row) => row.foreseen !== null)
    ? await toColumns(rows, {
        foreseen_blocks: ({ item, foreseen }) => foreseen?.blocked.has(item.id) ?? null,
        foreseen_networks: ({ item, foreseen }) => foreseen?.ported.get(item.id) ?? null,
      })
    : NOTHING_FORESEEN;
  const own = rows.some(({ item }) => item.own)
    ? await toColumns(rows, {
        own_bodies: ({ item }) => item.own?.body ?? null,
        own_encodings: ({ item }) => item.own?.encoding ?? null,
        own_parts: ({ item }) => item.own?.parts ?? null,
        own_hosts: ({ item }) => item.own?.heldHosts.join(" ") ?? null,
      })
    : NO_OWN_TEXTS;
  return { ...items, ...foreseen, ...own };
}

const NOTHING_FORESEEN = { foreseen_blocks: null, foreseen_networks: null };
const NO_OWN_TEXTS = { own_bodies: null, own_encodings: null, own_parts: null, own_hosts: null };

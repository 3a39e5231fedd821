import { lockAccount } from "@/lib/accounts/lock-account";
import type { LockedAccount } from "@/lib/accounts/lock-account.sql";
import { listSenders } from "@/lib/accounts/settings";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import type { AccountChange } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { parseDollars, toDecimal } from "@/lib/money";

type Columns = Omit<LockedAccount, "isEnabled" | "hasSecondFactor" | "countryConfirmedAt"> & {
  isCountryConfirmed: boolean;
};

/**
 * Changes an account's permissions and prices, and records the differences, in one transaction. Omitted fields stay.
 * A country is confirmed even if it is the current one.
 * @throws GatewayError `not_found`; `sender_not_authorised` for a sender that the account may not use.
 */
export async function changeAccount(
  db: Database,
  { accountId, ...change }: AccountChange,
  actor: Actor,
  now: Date,
): Promise<void> {
  const numbers = change.senders ? await senderNumbers(db, accountId, change.senders) : new Map();
  await db.transaction(async (tx) => {
    const { countryConfirmedAt, ...locked } = await lockAccount(tx, accountId);
    const before = { ...locked, isCountryConfirmed: countryConfirmedAt !== null };
    const after = { ...before, ...asColumns(change) };
    const details = differences(before, after, numbers);
    if (Object.keys(details).length === 0) return;
    const { country, unicodeEnabled, standardRateMicros, defaultSenderId, templateSenderId } = after;
    await tx.prisma.account.updateMany({
      where: { id: accountId },
      data: {
        country,
        unicodeEnabled,
        standardRateMicros,
        defaultSenderId,
        templateSenderId,
        countryConfirmedAt: after.isCountryConfirmed ? (countryConfirmedAt ?? now) : null,
      },
    });
    invalidateCallersAfter(tx);
    await recordActivity(tx, { accountId, actor, action: "account_changed", details }, now);
  });
}

function asColumns(change: Omit<AccountChange, "accountId">): Partial<Columns> {
  const { country, unicodeEnabled, standardRate, senders } = change;
  return {
    ...(country === undefined ? {} : { country, isCountryConfirmed: true }),
    ...(unicodeEnabled === undefined ? {} : { unicodeEnabled }),
    ...(standardRate === undefined
      ? {}
      : { standardRateMicros: standardRate.price === null ? null : parseDollars(standardRate.price) }),
    ...senders,
  };
}

/** Returns the differences, in words for the account's activity. */
function differences(
  before: Columns,
  after: Columns,
  numbers: ReadonlyMap<number, string>,
): Record<string, string> {
  const rate = after.standardRateMicros;
  const sender = (id: number | null) => (id === null ? "the default" : (numbers.get(id) ?? String(id)));
  const words = {
    country: ["country", after.country],
    isCountryConfirmed: ["country confirmed", after.country],
    unicodeEnabled: ["Unicode", after.unicodeEnabled ? "on" : "off"],
    standardRateMicros: ["standard rate", rate === null ? "the default" : toDecimal(rate)],
    defaultSenderId: ["default sender", sender(after.defaultSenderId)],
    templateSenderId: ["template sender", sender(after.templateSenderId)],
  } as const;
  const changed = (Object.keys(words) as (keyof Columns)[]).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => words[name]));
}

async function senderNumbers(
  db: Database,
  accountId: number,
  { defaultSenderId, templateSenderId }: NonNullable<AccountChange["senders"]>,
): Promise<Map<number, string>> {
  const allowed = new Map((await listSenders(db, accountId)).map(({ id, number }) => [id, number]));
  const asked = [defaultSenderId, templateSenderId].filter((id) => id !== null);
  if (asked.every((id) => allowed.has(id))) return allowed;
  throw new GatewayError("sender_not_authorised", "This account can't use that sender.");
}

import { type ChosenRow, chosenStatement, type Sender, sendersStatement } from "@/lib/accounts/settings.sql";
import type { SettingsChange, SettingsRecord } from "@/lib/contracts/members/settings";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** Most senders that are shown to choose from. */
const MAX_SENDERS = 200;

/** The senders an account may use, its own first. */
export function listSenders(db: Queryable, accountId: number): Promise<Sender[]> {
  return db.query<Sender>(sendersStatement(accountId, MAX_SENDERS));
}

/** What an account has chosen, and what there is to choose from. */
export async function readSettings(
  db: Database,
  accountId: number,
  night: { start: string; end: string },
): Promise<SettingsRecord> {
  const [[chosen], senders] = await Promise.all([
    db.query<ChosenRow>(chosenStatement(accountId)),
    listSenders(db, accountId),
  ]);
  if (!chosen) throw new Error("The member's account is gone.");
  return { accountId, ...chosen, senders, night };
}

/**
 * Changes what an account has chosen.
 * @returns the names of the settings that were given.
 * @throws GatewayError `sender_not_authorised` for a sender the account may not use, `conflict` for a password on the
 * API that is no owner's.
 */
export async function changeSettings(
  db: Queryable,
  accountId: number,
  change: SettingsChange,
): Promise<string[]> {
  const { senders, ...plain } = change;
  const data = Object.fromEntries(
    Object.entries({ ...plain, ...senders }).filter(([, value]) => value !== undefined),
  );
  const changed = Object.keys(data);
  if (changed.length === 0) return [];
  if (change.passwordOnApi) await requireOwnPassword(db, accountId);
  if (senders) await requireSenders(db, accountId, Object.values(senders));
  const { count } = await db.prisma.account.updateMany({ where: { id: accountId }, data });
  if (count === 0) throw new GatewayError("not_found", "There is no such account.");
  return changed;
}

/** The API takes the password of who opened the account, and only while they own it (rules: people). */
async function requireOwnPassword(db: Queryable, accountId: number): Promise<void> {
  const own = { accountId, personId: accountId, role: "owner" };
  if ((await db.prisma.membership.count({ where: own })) > 0) return;
  throw new GatewayError(
    "conflict",
    "This account's password belongs to somebody who owns it no more. Use API keys.",
  );
}

async function requireSenders(
  db: Queryable,
  accountId: number,
  asked: readonly (number | null)[],
): Promise<void> {
  const allowed = new Set((await listSenders(db, accountId)).map(({ id }) => id));
  if (asked.every((id) => id === null || allowed.has(id))) return;
  throw new GatewayError("sender_not_authorised", "This account can't use that sender.");
}

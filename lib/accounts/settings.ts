import { type ChosenRow, chosenStatement, type Sender, sendersStatement } from "@/lib/accounts/settings.sql";
import type { SettingsChange, SettingsRecord } from "@/lib/contracts/members/settings";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** The most senders in the list of choices. */
const MAX_SENDERS = 200;

/** Returns the senders that an account may use, its own first. */
export function listSenders(db: Queryable, accountId: number): Promise<Sender[]> {
  return db.query<Sender>(sendersStatement(accountId, MAX_SENDERS));
}

/** Returns the settings of an account, and the choices for them. */
export async function readSettings(
  db: Database,
  accountId: number,
  night: { start: string; end: string },
): Promise<SettingsRecord> {
  const [[chosen], senders] = await Promise.all([
    db.query<ChosenRow>(chosenStatement(accountId)),
    listSenders(db, accountId),
  ]);
  if (!chosen) throw new Error("The member's account was deleted.");
  return { accountId, ...chosen, senders, night };
}

/**
 * Changes the settings of an account. @returns the names of the given settings.
 * @throws GatewayError `sender_not_authorised` for a sender that the account may not use, `conflict` if the
 * API password would not be an owner's.
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

/**
 * Checks that the person who opened the account still owns it: only then the API accepts their password
 * (rules: people).
 */
async function requireOwnPassword(db: Queryable, accountId: number): Promise<void> {
  const own = { accountId, personId: accountId, role: "owner" };
  if ((await db.prisma.membership.count({ where: own })) > 0) return;
  throw new GatewayError("conflict", "This account's password belongs to a former owner. Use API keys.");
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

import { findOwnerId } from "@/lib/accounts/find-account";
import { type Actor, type Details, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import { readOwners, shownOwner } from "@/lib/carriers/setup/owners";
import type { ShortcodeOrder, ShortcodeRecord } from "@/lib/contracts/admin/shortcodes";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { requireAfterCommit } from "@/lib/db/after-commit";
import { cellOf, databaseOfAccount } from "@/lib/db/cells/cells";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database, Transaction } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { GatewayError } from "@/lib/errors";
import {
  countShortcodesStatement,
  lockShortcodesStatement,
  type ShortcodeRow,
  setTemplateSenderStatement,
  shortcodesStatement,
} from "@/lib/numbers/shortcodes.sql";

type Change = { ownerId: number | null; details: Details };

/**
 * Lists all senders, sorted by number in either direction. The default order is that of creation, in which default
 * senders are chosen.
 */
export async function listShortcodes(
  db: Database,
  asked: { page: number; limit: number; order?: ShortcodeOrder | undefined },
): Promise<{ shortcodes: ShortcodeRecord[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    readCount(db, countShortcodesStatement()),
    db.query<ShortcodeRow>(shortcodesStatement(asked)),
  ]);
  return { shortcodes: await toRecords(db, rows), pagination: paginate(asked, total) };
}

/**
 * Adds a sender for all accounts, or for the account with an email address, in any cell (rules: shared tables).
 * @throws GatewayError `conflict` if the number is a sender already; `not_found` if the account does not exist.
 */
export async function addShortcode(
  db: Database,
  given: { number: string; owner?: string | undefined },
  actor: Actor,
  now: Date,
): Promise<ShortcodeRecord> {
  const ownerId = given.owner === undefined ? null : await findOwnerId(db, given.owner, now);
  const made = await db.transaction(async (tx) => {
    const [made] = await tx.prisma.shortcode.createManyAndReturn({
      data: { number: given.number, ownerId },
      skipDuplicates: true,
    });
    if (!made) throw new GatewayError("conflict", `${given.number} is a sender already.`);
    await record(tx, { ownerId, details: { change: "added", number: given.number } }, actor, now);
    return made;
  });
  const [shortcode] = await requireAfterCommit(() => toRecords(db, [made]));
  if (!shortcode) throw new Error("A created sender has no record.");
  return shortcode;
}

/**
 * Activates or deactivates a sender (rules: senders). Messages that name an inactive sender are rejected.
 * @throws GatewayError `not_found`; `conflict` for the template sender and for the last shared one.
 */
export async function setShortcodeActive(
  db: Database,
  { id, active }: { id: number; active: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lock(tx, id);
    if (found.active === active) return;
    if (!active) await requireSpare(tx, found);
    await tx.prisma.shortcode.updateMany({ where: { id }, data: { active } });
    const change = active ? "activated" : "deactivated";
    await record(tx, { ownerId: found.ownerId, details: { change, number: found.number } }, actor, now);
  });
}

/**
 * Assigns a sender to one account, or to all. Later replies to the sender belong to its owner.
 * @param given.owner the account's email address; undefined for all accounts.
 * @throws GatewayError like `setShortcodeActive`; `not_found` if the account does not exist.
 */
export async function setShortcodeOwner(
  db: Database,
  given: { id: number; owner?: string | undefined },
  actor: Actor,
  now: Date,
): Promise<void> {
  const ownerId = given.owner === undefined ? null : await findOwnerId(db, given.owner, now);
  await db.transaction(async (tx) => {
    const found = await lock(tx, given.id);
    if (found.ownerId === ownerId) return;
    if (ownerId !== null) await requireSpare(tx, found);
    await tx.prisma.shortcode.updateMany({ where: { id: given.id }, data: { ownerId } });
    const gone = { change: "taken away", number: found.number };
    const come = { change: ownerId === null ? "shared with everybody" : "given", number: found.number };
    if (found.ownerId !== null) await record(tx, { ownerId: found.ownerId, details: gone }, actor, now);
    await record(tx, { ownerId, details: come }, actor, now);
  });
}

/**
 * Chooses the one sender of one-time codes and reminders for accounts that have chosen no other.
 * @throws GatewayError `not_found`; `conflict` for a sender that is not shared and active.
 */
export async function setTemplateSender(db: Database, id: number, actor: Actor, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lock(tx, id);
    if (found.isTemplateSender) return;
    if (!found.active || found.ownerId !== null) {
      throw new GatewayError("conflict", "Only a shared sender that is in use can be the template sender.");
    }
    await tx.query(setTemplateSenderStatement(id));
    await record(
      tx,
      { ownerId: null, details: { change: "template sender", number: found.number } },
      actor,
      now,
    );
  });
}

/**
 * Locks all shared senders and the requested one. Without the locks, two concurrent changes could leave no shared
 * sender.
 */
async function lock(tx: Transaction, id: number): Promise<ShortcodeRow> {
  const rows = await tx.query<ShortcodeRow>(lockShortcodesStatement(id));
  const found = rows.find((row) => row.id === id);
  if (found) return found;
  throw new GatewayError("not_found", "There is no such sender.");
}

async function requireSpare(
  tx: Transaction,
  { id, number, ownerId, isTemplateSender }: ShortcodeRow,
): Promise<void> {
  if (isTemplateSender) {
    throw new GatewayError("conflict", `${number} is the template sender. Choose another first.`);
  }
  if (ownerId !== null) return;
  const spare = { ownerId: null, active: true, id: { not: id } };
  if ((await tx.prisma.shortcode.count({ where: spare, take: 1 })) > 0) return;
  throw new GatewayError(
    "conflict",
    `${number} is the last sender that everybody may use. Add another first.`,
  );
}

/**
 * Records a change in the activity of the owner's account. A change of a shared sender is recorded in the
 * administrator's account. A change for an account of another cell is recorded there too, because a transaction is
 * limited to one cell. The owner's line follows after the commit. Cached callers are read again, because their
 * senders have changed.
 */
async function record(tx: Transaction, { ownerId, details }: Change, actor: Actor, now: Date): Promise<void> {
  const line = { actor, action: "shortcode_changed", details } as const;
  invalidateCallersAfter(tx);
  if (ownerId === null || cellOf(ownerId) === tx.cell) {
    await recordActivity(tx, { ...line, accountId: ownerId ?? actor.accountId }, now);
    return;
  }
  const named = { ...line, details: { ...details, account: ownerId } };
  await recordActivity(tx, { ...named, accountId: actor.accountId }, now);
  tx.afterCommit(
    (home) =>
      whileMoving(() =>
        databaseOfAccount(home, ownerId).transaction((own) =>
          recordActivity(own, { ...line, accountId: ownerId }, now),
        ),
      ),
    "a change of a sender is missing in its owner's activity",
  );
}

async function toRecords(db: Database, rows: readonly ShortcodeRow[]): Promise<ShortcodeRecord[]> {
  const owners = await readOwners(
    db,
    rows.flatMap(({ ownerId }) => ownerId ?? []),
  );
  return rows.map(({ ownerId, ...row }) => {
    if (ownerId === null) return { ...row, owner: null };
    const { id: accountId, email, name } = shownOwner(owners, ownerId);
    return { ...row, owner: { accountId, email, name } };
  });
}

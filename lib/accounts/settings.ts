import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import type { SettingsChange, SettingsRecord } from "@/lib/contracts/members/settings";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** Most senders that are shown to choose from. */
const SENDERS_MOST = 200;

type Sender = { id: number; number: string; own: boolean };

/** The senders an account may use, its own first. */
export async function listSenders(db: Queryable, accountId: number): Promise<Sender[]> {
  return db.query<Sender>(sql`
    select id, number, owner_id is not null as own from shortcodes
    where active and (owner_id is null or owner_id = ${accountId})
    order by owner_id nulls last, id limit ${SENDERS_MOST}`);
}

/** What an account has chosen, and what there is to choose from. */
export async function readSettings(
  db: Database,
  accountId: number,
  night: { start: string; end: string },
): Promise<SettingsRecord> {
  const [chosen, senders] = await Promise.all([
    db.prisma.account.findUniqueOrThrow({
      where: { id: accountId },
      select: {
        ...{ name: true, noticeEmails: true, defaultSenderId: true },
        ...{ templateSenderId: true, legacySendEnabled: true, passwordOnApi: true },
      },
    }),
    listSenders(db, accountId),
  ]);
  return { ...chosen, senders, night };
}

/**
 * Changes what an account has chosen, and writes down which of it.
 * @param tx a transaction: the account is locked in it.
 * @throws GatewayError `sender_not_authorised` for a sender the account may not use.
 */
export async function changeSettings(
  tx: Queryable,
  accountId: number,
  actor: Actor,
  change: SettingsChange,
  now: Date,
): Promise<void> {
  const { senders, ...plain } = change;
  const given = Object.fromEntries(
    Object.entries({ ...plain, ...senders }).filter(([, value]) => value !== undefined),
  );
  const changed = Object.keys(given);
  if (changed.length === 0) return;
  if (senders) await requireSenders(tx, accountId, Object.values(senders));
  const before = await lockChosen(tx, accountId);
  const after = { ...before, ...given };
  await tx.query(sql`
    update accounts set name = ${after.name}, notice_emails = ${after.noticeEmails}::text[],
      default_sender_id = ${after.defaultSenderId}, template_sender_id = ${after.templateSenderId},
      legacy_send_enabled = ${after.legacySendEnabled}, password_on_api = ${after.passwordOnApi}
    where id = ${accountId}`);
  await recordActivity(tx, accountId, actor, "settings_changed", { changed: changed.join(", ") }, now);
}

type Chosen = Omit<SettingsRecord, "senders" | "night">;

async function lockChosen(tx: Queryable, accountId: number): Promise<Chosen> {
  const [chosen] = await tx.query<Chosen>(sql`
    select name, notice_emails as "noticeEmails", default_sender_id as "defaultSenderId",
      template_sender_id as "templateSenderId", legacy_send_enabled as "legacySendEnabled",
      password_on_api as "passwordOnApi"
    from accounts where id = ${accountId} for no key update`);
  if (!chosen) throw new GatewayError("not_found", "There is no such account.");
  return chosen;
}

async function requireSenders(
  db: Queryable,
  accountId: number,
  asked: readonly (number | null)[],
): Promise<void> {
  const allowed = new Set((await listSenders(db, accountId)).map(({ id }) => id));
  if (asked.every((id) => id === null || allowed.has(id))) return;
  throw new GatewayError("sender_not_authorised", "This account may not send from that sender.");
}

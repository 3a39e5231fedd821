import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import type { Database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

type Column = { name: string; type: string; isNeeded: boolean };

/** The values of a table's columns for which the type alone is not enough. */
type ColumnValues = Readonly<Record<string, unknown>>;

const raw = (text: string): Sql => ({ text, values: [] });

const HASH = `\\x${"ab".repeat(32)}`;
const AT = "2026-11-20T23:00:00.123Z";

/** The IDs of rows that other rows refer to. */
const ID = {
  key: newId(),
  list: newId(),
  contact: newId(),
  import: newId(),
  inbound: newId(),
  event: newId(),
  endpoint: newId(),
  ledger: newId(),
};

/** The values of columns that the database's checks restrict, by table. */
const FIXED: Readonly<Record<string, ColumnValues>> = {
  known_addresses: { address_hash: HASH },
  recovery_codes: { code_hash: HASH },
  password_resets: { token_hash: HASH, expires_at: "2026-11-20T23:30:00Z" },
  email_senders: { sender: "someone@example.com" },
  invitations: { role: "developer", email: "invited@example.com", expires_at: "2027-11-20T23:00:00Z" },
  access_tokens: { api_key_id: ID.key, token_hash: HASH, expires_at: "2026-11-20T23:30:00Z" },
  auto_top_up_payments: { amount_micros: 10_000_000, attempts: 1, outcome: "paid" },
  auto_top_ups: {
    state: "off",
    amount_micros: 50_000_000,
    below_micros: 10_000_000,
    per_day: 1,
    month_micros: 90_000_000,
  },
  usage_alerts: { kind: "balance", amount_micros: 5_000_000 },
  ledger_entries: { id: ID.ledger, kind: "topup", amount_micros: 0, net_micros: 0, gst_micros: 0 },
  webhook_endpoints: {
    kind: "further",
    number: 1,
    id: ID.endpoint,
    name: "Further",
    url: "https://example.com/in",
    event_types: ["message.inbound"],
  },
  contacts: { id: ID.contact, msisdn: "64211234567" },
  contact_lists: { id: ID.list, name: "A list" },
  contact_list_members: { list_id: ID.list, contact_id: ID.contact },
  contact_imports: { id: ID.import, fields: [] },
  contact_import_rows: { import_id: ID.import, msisdn: "64211234567" },
  reply_rules: {
    match: "any",
    words: [],
    hours: "always",
    days: [],
    from_time: "",
    to_time: "",
    text: "Thanks",
    add_list_id: ID.list,
    endpoint_id: ID.endpoint,
  },
  rule_actions: { inbound_id: ID.inbound },
  integrations: { kind: "crm_a", secret_hash: HASH, secret_made_at: AT },
  integration_calls: { kind: "crm_a" },
  webhook_deliveries: {
    id: ID.event,
    kind: "further",
    number: 1,
    inbound_id: ID.inbound,
    state: "failed",
    event_type: "message.inbound",
  },
  webhook_attempts: { delivery_id: ID.event },
};

/** Returns `FIXED` and the columns that differ between accounts. */
function givenOf(
  accountId: number,
  messageId: string,
  other: string,
): Readonly<Record<string, ColumnValues>> {
  return {
    ...FIXED,
    api_keys: { id: ID.key, client_id: `cid_${newId()}`, secret_hash: HASH },
    sessions: { person_id: accountId, browser: "A browser" },
    card_payments: { id: `pi_${accountId}` },
    card_disputes: { id: `dp_${accountId}`, payment_id: `pi_${accountId}`, stage: 1 },
    saved_cards: { customer_id: `cus_${accountId}` },
    delivery_reports: { message_id: messageId, report_key: "a/1", status: "DELIVRD" },
    email_submissions: { message_id: messageId },
    bulk_sends: { id: messageId, message_ids: [messageId] },
    inbound_messages: { id: ID.inbound, related_message_id: messageId },
    auto_replies: { inbound_id: ID.inbound, outcome: "sent", message_id: messageId },
    activities: { actor_id: accountId, person_id: accountId },
    last_senders: { msisdn: other },
    message_words: { last_id: messageId, first_id: messageId, message_ids: [messageId] },
  };
}

/**
 * Inserts rows for an account that has sent a message, into every table whose rows move with it.
 * @returns the tables that still have no row.
 */
export async function fillAccount(db: Database, accountId: number, messageId: string): Promise<string[]> {
  const given = givenOf(accountId, messageId, `64219${accountId}`);
  const empty: string[] = [];
  for (const { table } of MOVED_TABLES) {
    if (await has(db, table)) continue;
    const columns = await db.query<Column>(sql`
      select a.attname as name, format_type(a.atttypid, null) as type,
        a.attnotnull and not a.atthasdef and a.attgenerated = '' as "isNeeded"
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`);
    const own = given[table] ?? {};
    const values = columns.flatMap((column) => {
      const { name, type, isNeeded } = column;
      if (name in own) return [{ name, type, value: own[name] }];
      return isNeeded || name === "account_id" ? [{ name, type, value: usual(column, accountId) }] : [];
    });
    const written = await db.query(sql`
      insert into ${raw(table)} (${raw(values.map(({ name }) => `"${name}"`).join(", "))})
      select ${raw(values.map(({ name }) => `"${name}"`).join(", "))}
      from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value])))}::jsonb)
      on conflict do nothing returning 1`);
    if (written.length === 0) empty.push(table);
  }
  return empty;
}

async function has(db: Database, table: string): Promise<boolean> {
  return (await db.query(sql`select from ${raw(table)} limit 1`)).length > 0;
}

function usual({ name, type }: Column, accountId: number): unknown {
  if (name === "account_id" || name === "person_id") return accountId;
  if (type === "uuid") return newId();
  if (type === "bytea") return `\\x${newId().replaceAll("-", "")}`;
  if (type.startsWith("timestamp")) return AT;
  if (type === "date") return "2026-11-20";
  if (type === "boolean") return true;
  if (type === "jsonb") return { text: "Kia ora", amount: 1 };
  if (type === "tsvector") return `'${accountId}:ora':1`;
  if (type.endsWith("[]")) return [];
  if (/int|double/.test(type)) return 1;
  return FIRST[type] ?? "Kia ora";
}

/** A label for each enum type. */
const FIRST: Readonly<Record<string, string>> = {
  send_type: "sms",
  message_class: "transactional",
  encoding: "GSM-7",
  delivery_status: "DELIVRD",
  ledger_kind: "topup",
  webhook_kind: "inbound",
};

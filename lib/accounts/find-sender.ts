import type { Database } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/**
 * The sender of a message (decisions "Sending"): what the caller asks for, when it is shared or the account's own;
 * else the account's default, for a template its template sender and then the one for all accounts; else the first
 * shared one.
 * @throws GatewayError `sender_not_authorised`.
 */
export async function findSender(
  db: Database,
  account: { accountId: number; defaultSenderId: number | null; templateSenderId: number | null },
  asked: string | undefined,
  kind: "standard" | "template",
): Promise<string> {
  const isTemplate = kind === "template";
  const [row] = await db.query<{ number: string }>(
    asked === undefined
      ? prepared(
          "default-sender",
          sql`select number from shortcodes
            where active and (owner_id is null or owner_id = ${account.accountId})
            order by (id = ${isTemplate ? account.templateSenderId : account.defaultSenderId}::int) desc nulls last,
              (${isTemplate}::boolean and is_template_sender) desc, owner_id nulls first, id limit 1`,
        )
      : prepared(
          "asked-sender",
          sql`select number from shortcodes
            where number = ${asked} and active and (owner_id is null or owner_id = ${account.accountId})`,
        ),
  );
  if (row) return row.number;
  throw new GatewayError(
    "sender_not_authorised",
    asked === undefined
      ? "This account has no sender to send from."
      : `This account may not send from '${asked.slice(0, 40)}'.`,
  );
}

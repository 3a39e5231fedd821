import { type Sql, sql } from "@/lib/db/sql";

/** A sender that an account may use. `own`: no other account may use it. */
export type Sender = { id: number; number: string; own: boolean };

/** Reads the senders that an account may use, its own first, as `Sender`. */
export function sendersStatement(accountId: number, limit: number): Sql {
  return sql`
    select id, number, owner_id is not null as own from shortcodes
    where active and (owner_id is null or owner_id = ${accountId})
    order by owner_id nulls last, id limit ${limit}`;
}

/** The settings of an account. */
export type ChosenRow = {
  name: string;
  noticeEmails: string[];
  defaultSenderId: number | null;
  templateSenderId: number | null;
  legacySendEnabled: boolean;
  passwordOnApi: boolean;
};

/** Reads the settings of an account, as `ChosenRow`. */
export function chosenStatement(accountId: number): Sql {
  return sql`
    select name, notice_emails as "noticeEmails", default_sender_id as "defaultSenderId",
      template_sender_id as "templateSenderId", legacy_send_enabled as "legacySendEnabled",
      password_on_api as "passwordOnApi"
    from accounts where id = ${accountId}`;
}

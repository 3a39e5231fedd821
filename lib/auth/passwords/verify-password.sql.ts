import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A caller, with the fields that verify its password. */
export type PasswordOwnerRow = Caller & {
  sessionVersion: number;
  email: string;
  passwordHash: string;
  passwordOnApi: boolean;
  status: "active" | "disabled";
};

/** Reads the account with an email address. */
export function passwordOwnerStatement(email: string): Sql {
  return prepared(
    "password-owner",
    sql`select ${callerColumns(sql`, a.email, a.password_hash as "passwordHash", a.status,
      a.password_on_api as "passwordOnApi",
      a.session_version as "sessionVersion"`)}
      from accounts a where a.email = ${email}`,
  );
}

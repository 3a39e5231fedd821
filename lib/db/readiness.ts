import { db } from "@/lib/db/client";
import { compareMigrations } from "@/lib/db/migration-history";
import { describeError, log } from "@/lib/log";

export type Readiness =
  | { status: "ready" }
  | {
      status: "unavailable";
      reason: "database_unreachable" | "migrations_pending" | "database_newer_than_code";
    };

/** Whether the database can be reached and has the code's migrations, no fewer and no more. Never throws. */
export async function readiness(): Promise<Readiness> {
  try {
    const database = db();
    const { pending, unknown, failed } = await compareMigrations((text) =>
      database.query({ text, values: [] }),
    );
    if (unknown.length > 0) return { status: "unavailable", reason: "database_newer_than_code" };
    if (pending.length + failed.length > 0) return { status: "unavailable", reason: "migrations_pending" };
    return { status: "ready" };
  } catch (error) {
    log().warn({ err: describeError(error) }, "not ready");
    return { status: "unavailable", reason: "database_unreachable" };
  }
}

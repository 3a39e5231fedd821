import { sql } from "@/lib/db/sql";

/** The time by the database's clock: one row, `at`. */
export const databaseTimeStatement = sql`select clock_timestamp() as at`;

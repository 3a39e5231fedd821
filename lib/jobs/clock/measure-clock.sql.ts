import { sql } from "@/lib/db/sql";

/** Reads the time of the database's clock: one row, `at`. */
export const databaseTimeStatement = sql`select clock_timestamp() as at`;

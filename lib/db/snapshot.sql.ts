import { sql } from "@/lib/db/sql";

/** The first statement of a transaction that only reads: all others see the database as the first of them did. */
export const READ_ONE_SNAPSHOT = sql`set transaction isolation level repeatable read, read only`;

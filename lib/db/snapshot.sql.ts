import { sql } from "@/lib/db/sql";

/** The first statement of a read-only transaction: all later statements see the database as the first one did. */
export const READ_ONE_SNAPSHOT = sql`set transaction isolation level repeatable read, read only`;

import { sql } from "@/lib/db/sql";

/** Has Citus pass on the settings of a transaction to nodes. A setting is a statement by itself then. */
export const PASSING_ON = sql`set local citus.propagate_set_commands = 'local'`;

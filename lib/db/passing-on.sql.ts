import { sql } from "@/lib/db/sql";

/** Makes Citus pass on the settings of a transaction to nodes. A setting is then a separate statement. */
export const PASSING_ON = sql`set local citus.propagate_set_commands = 'local'`;

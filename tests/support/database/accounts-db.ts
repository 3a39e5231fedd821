import { inject } from "vitest";
import { cellDatabase } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";

/** Returns the database of a test's accounts: home, or cell 2 in a run with accounts there. */
export function accountsDb(): Database {
  return inject("accounts") === "in a cell" ? cellDatabase(db(), 2) : db();
}

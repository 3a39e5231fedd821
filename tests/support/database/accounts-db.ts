import { inject } from "vitest";
import { cellDatabase } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";

/** The database of a test's accounts: home's, or cell 2's in a run that has them there. */
export function accountsDb(): Database {
  return inject("accounts") === "in a cell" ? cellDatabase(db(), 2) : db();
}

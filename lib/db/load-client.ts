import type { Database } from "@/lib/db/client";

/** An account that there is not: ids begin with 1. */
const NOBODY = { id: 0 };

/**
 * Loads the database client before anybody waits for it: it takes most of a second of processor time, and 85 MiB. It
 * is loaded by what it does first, here a read that finds nothing. Where the database is away, whoever asks first
 * loads it.
 */
export async function loadClient(db: Database): Promise<void> {
  await db.prisma.account.findUnique({ where: NOBODY, select: { id: true } }).catch(() => null);
}

import type { Database } from "@/lib/db/client";

/** An account that cannot exist: ids begin with 1. */
const NOBODY = { id: 0 };

/**
 * Loads the database client before the first request needs it. It takes most of a second of processor time, and 85
 * MiB. Its first operation loads it: here a read that finds no row. If the database is away, the first request loads
 * it.
 */
export async function loadClient(db: Database): Promise<void> {
  await db.prisma.account.findUnique({ where: NOBODY, select: { id: true } }).catch(() => null);
}

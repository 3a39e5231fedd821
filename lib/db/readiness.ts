import { type Database, db } from "@/lib/db/client";
import { countDatabaseFailure } from "@/lib/db/log-failure";
import { compareMigrations } from "@/lib/db/migrations/migration-history";
import { DISK_PROBE, LITTLE_MEMORY, WRITE_PROBE } from "@/lib/db/readiness.sql";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { willStop } from "@/lib/shutdown";

export type Readiness =
  | { status: "ready" }
  | {
      status: "unavailable";
      reason:
        | "shutting_down"
        | "database_unreachable"
        | "database_refuses_writes"
        | "migrations_pending"
        | "database_newer_than_code";
    };

type Reason = Extract<Readiness, { reason: string }>["reason"];

/** The time for which an answer is reused: anonymous callers must not be a load. */
const FRESH_MS = 1_000;

/** Probes have short timeouts: a slower database should get no requests. */
const TIMEOUT_MS = 3_000;

type Probe = { result: Promise<Readiness>; beganAt: number; isOver: boolean };

const probes = processWide("gatewayReadiness", () => new WeakMap<Database, Probe>());

/**
 * Returns whether this process goes on, and whether the database is reachable, accepts writes, and has exactly the
 * code's migrations. The database is checked once a second at most, one probe at a time. Never throws; answers within
 * three seconds.
 */
export async function readiness(): Promise<Readiness> {
  if (willStop()) return unavailable("shutting_down");
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve(unavailable("database_unreachable")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([currentProbe().result, timeout]);
  } catch (error) {
    log().error({ err: describeError(error) }, "not ready");
    return unavailable("database_unreachable");
  } finally {
    clearTimeout(timer);
  }
}

function currentProbe(): Probe {
  const database = db();
  const last = probes.value.get(database);
  if (last && (!last.isOver || performance.now() - last.beganAt < FRESH_MS)) return last;
  const probe: Probe = { result: look(database), beganAt: performance.now(), isOver: false };
  probes.value.set(database, probe);
  void probe.result.finally(() => {
    probe.isOver = true;
  });
  return probe;
}

async function look(database: Database): Promise<Readiness> {
  try {
    const { pending, unknown, failed } = await compareMigrations((text) =>
      database.query({ text, values: [] }),
    );
    if (unknown.length > 0) return unavailable("database_newer_than_code");
    if (pending.length + failed.length > 0) return unavailable("migrations_pending");
    await database.transaction(async (tx) => {
      await tx.query(LITTLE_MEMORY);
      await tx.query(DISK_PROBE);
      await tx.query(WRITE_PROBE);
    });
    return { status: "ready" };
  } catch (error) {
    if (!countDatabaseFailure(error)) log().warn({ err: describeError(error) }, "not ready");
    return unavailable(refusesWrites(error) ? "database_refuses_writes" : "database_unreachable");
  }
}

function unavailable(reason: Reason): Readiness {
  return { status: "unavailable", reason };
}

/** The SQLSTATE of a database that is read-only, has a full disk, or cannot write its files. */
const REFUSES_WRITES = /^(25006|53100|53400|58\w{3})$/;

function refusesWrites(error: unknown): boolean {
  const { code } = Object(error instanceof Error ? error.cause : null) as { code?: unknown };
  return typeof code === "string" && REFUSES_WRITES.test(code);
}

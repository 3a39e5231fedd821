import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EmbeddedPostgres } from "@/server/postgres/embedded-postgres";
import { PortTakenError } from "@/server/postgres/process";
import { PostgresSupervisor, type SupervisedServer } from "@/server/postgres/supervisor";
import { startThrowawayPostgres } from "@/tests/support/server/server";

describe("the embedded PostgreSQL", () => {
  let postgres: EmbeddedPostgres;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startThrowawayPostgres({ inMemory: true });
    pool = new pg.Pool({ connectionString: postgres.url(), connectionTimeoutMillis: 2_000 });
    pool.on("error", () => {});
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
  });

  /** The postmaster is the parent of the process behind a connection. */
  async function killPostmaster(): Promise<void> {
    const { rows } = await pool.query(
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
    );
    process.kill(rows[0].pid, "SIGKILL");
  }
  const answer = (query: string) =>
    pool.query(query).then(
      ({ rows }) => rows[0],
      () => null,
    );

  it("is back on the same port with what was committed whenever it is killed", async () => {
    void postgres.supervise().catch(() => {});
    await pool.query("create table kept (value int)");
    for (const value of [1, 2]) {
      await pool.query(`insert into kept values (${value})`);
      await pool.query("checkpoint");
      await killPostmaster();
      await expect.poll(() => answer("select 1 as one"), { timeout: 5_000 }).toBe(null);
      await expect
        .poll(() => answer("select count(*)::int as count from kept"), { timeout: 30_000, interval: 100 })
        .toEqual({ count: value });
    }
  });
});

const TIMES = {
  firstPauseMs: 20,
  maxPauseMs: 80,
  giveUpMs: 400,
  maxPortTaken: 3,
  probeEveryMs: 20,
  maxSilentProbes: 3,
};

/** Starts an idle process in place of a server. */
const idle = () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });

describe("the supervisor", () => {
  let supervisor: PostgresSupervisor | undefined;

  function supervise(restart: () => Promise<ChildProcess>, probe = async () => true) {
    const first = idle();
    const supervised = { restart: vi.fn(restart), probe } satisfies SupervisedServer;
    supervisor = new PostgresSupervisor(first, supervised, TIMES);
    return { first, supervisor, restart: supervised.restart };
  }
  afterAll(() => supervisor?.stop());

  it("tries again later and later, until it succeeds", async () => {
    const at: number[] = [];
    const { first, supervisor } = supervise(async () => {
      at.push(performance.now());
      if (at.length < 4) throw new Error("The disk is full.");
      return idle();
    });
    first.kill("SIGKILL");
    await vi.waitUntil(() => supervisor.child !== first);
    const pauses = at.slice(1).map((time, index) => time - (at[index] as number));
    // A timer may be a millisecond early, and may be much later.
    for (const [index, leastMs] of [40, 80, 80].entries()) expect(pauses[index]).toBeGreaterThan(leastMs - 2);
    await supervisor.stop();
  });

  it("gives up after its time, with the database's own last words", async () => {
    const { first, supervisor, restart } = supervise(async () => {
      throw new Error("FATAL: No space left on device");
    });
    first.kill("SIGKILL");
    await expect(supervisor.broken).rejects.toMatchObject({
      name: "CommandError",
      message: "FATAL: No space left on device",
    });
    expect(restart.mock.calls.length).toBeGreaterThan(3);
  });

  it("gives up sooner where another program has the port", async () => {
    const { first, supervisor, restart } = supervise(async () => {
      throw new PortTakenError("Another program uses port 1 of the embedded PostgreSQL.");
    });
    first.kill("SIGKILL");
    await expect(supervisor.broken).rejects.toThrow("Another program uses port 1");
    expect(restart).toHaveBeenCalledTimes(3);
  });

  it("ends a server that runs and does not answer, and starts it again", async () => {
    let hangs = true;
    const { first, supervisor } = supervise(
      async () => {
        hangs = false;
        return idle();
      },
      async () => !hangs,
    );
    await vi.waitUntil(() => supervisor.child !== first, { timeout: 10_000 });
    expect(first.signalCode).toBe("SIGQUIT");
    await supervisor.stop();
    expect(supervisor.child.signalCode).toBe("SIGINT");
  });

  it("starts nothing again once it is stopped", async () => {
    const { first, supervisor, restart } = supervise(async () => idle());
    await supervisor.stop();
    expect(first.signalCode).toBe("SIGINT");
    // A stop waits for a restart that has begun.
    await supervisor.stop();
    expect(restart).not.toHaveBeenCalled();
  });
});

it("says that a port is taken, and by whom it was wanted", async () => {
  const { launchOn } = await import("@/server/postgres/process");
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port)),
  );
  const cluster = { log: "/nonexistent" } as Parameters<typeof launchOn>[0];
  await expect(launchOn(cluster, {}, port)).rejects.toThrow(
    `Another program uses port ${port} of the embedded PostgreSQL.`,
  );
  other.close();
});

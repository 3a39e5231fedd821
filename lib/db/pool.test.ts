import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, db, openDatabase, type Transaction } from "@/lib/db/client";
import { calling, sql } from "@/lib/db/sql";
import { databaseFailure, nameFailure } from "@/lib/db/unavailable";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { unsteadyDatabase } from "@/tests/support/database/unsteady-database";
import { testAccount } from "@/tests/support/server/gateway";
import { skipTime } from "@/tests/support/skip-time";

useTestDatabase();

let unsteady: Awaited<ReturnType<typeof unsteadyDatabase>>;
let own: Database;
beforeEach(async () => {
  await db().query(sql`create table if not exists things (name text)`);
  await db().query(sql`truncate things`);
  unsteady = await unsteadyDatabase(process.env.DATABASE_URL as string);
  own = openDatabase(unsteady.url, 4);
});
afterEach(async () => {
  await own.close();
  await unsteady.close();
});

const INSERT = sql`insert into things (name) values ('one')`;

/** Returns the outcome of work: done, or the name of its error. */
async function outcome(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return "done";
  } catch (error) {
    return databaseFailure(error);
  }
}

async function things(): Promise<number> {
  return (await db().query(sql`select 1 from things`)).length;
}

describe("a database that cannot be reached", () => {
  it("is unavailable to statements, transactions and Prisma, and is not asked for each of them", async () => {
    unsteady.state.mode = "refuses";
    const ask = () => [
      outcome(own.query(INSERT)),
      outcome(own.transaction((tx) => tx.query(INSERT))),
      outcome(own.prisma.account.findFirst()),
    ];
    await Promise.all(ask());
    const before = unsteady.state.connections;
    const asked = await Promise.all(Array.from({ length: 100 }, ask).flat());
    expect(new Set(asked)).toEqual(new Set(["unavailable"]));
    expect(unsteady.state.connections - before).toBeLessThanOrEqual(2);
  });

  it("is reached again as soon as it can be", async () => {
    unsteady.state.mode = "refuses";
    expect(await outcome(own.query(INSERT))).toBe("unavailable");
    unsteady.state.mode = "passes";
    await expect.poll(() => outcome(own.query(INSERT))).toBe("done");
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(own.query(INSERT))));
    expect(new Set(all)).toEqual(new Set(["done"]));
  });

  it("keeps one caller waiting that tries again, and nobody else", async () => {
    const skip = skipTime();
    unsteady.state.mode = "refuses";
    await outcome(own.query(INSERT));
    unsteady.state.mode = "says-nothing";
    skip(300);
    const trying = outcome(own.query(INSERT));
    const before = unsteady.state.connections;
    expect(await outcome(own.query(INSERT))).toBe("unavailable");
    await unsteady.close();
    expect(await trying).toBe("unavailable");
    expect(unsteady.state.connections - before).toBeLessThanOrEqual(1);
    unsteady = await unsteadyDatabase(process.env.DATABASE_URL as string);
  });
});

describe("a connection that is lost", () => {
  it("leaves nothing done of a transaction that was not committed", async () => {
    unsteady.state.cutAt = "two";
    const work = own.transaction(async (tx) => {
      await tx.query(INSERT);
      await tx.query(sql`insert into things (name) values ('two')`);
    });
    expect(await outcome(work)).toBe("unavailable");
    expect(await things()).toBe(0);
  });

  it("leaves unknown what was being committed: here it was", async () => {
    unsteady.state.cutAt = "commit";
    expect(await outcome(own.transaction((tx) => tx.query(INSERT)))).toBe("outcome-unknown");
    await expect.poll(things).toBe(1);
    unsteady.state.cutAt = "insert";
    expect(await outcome(own.query(INSERT))).toBe("outcome-unknown");
    await expect.poll(things).toBe(2);
  });

  it("leaves unknown what a function was changing", async () => {
    await db().query(
      sql`create or replace function things_v1(given text) returns void language sql begin atomic
        insert into things (name) values (given); end`,
    );
    const before = await things();
    unsteady.state.cutAt = "things_v1";
    expect(await outcome(own.query(calling("things_v1", { given: "three" })))).toBe("outcome-unknown");
    await expect.poll(things).toBe(before + 1);
  });

  it("costs nothing where it was only read", async () => {
    unsteady.state.cutAt = "select";
    expect(await outcome(own.query(sql`select 1 from things`))).toBe("unavailable");
  });
});

describe("a statement that the server refuses", () => {
  /** Does some work while no other connection can write to the table. */
  const whileLocked = (work: () => Promise<void>) =>
    db().transaction(async (tx) => {
      await tx.query(sql`lock table things in exclusive mode`);
      await work();
    });

  it("was not done, where the server stops or cannot write", async () => {
    const [row] = await own.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await whileLocked(async () => {
      const blocked = outcome(own.query(INSERT));
      await someoneWaits();
      const [other] = await db().query<{ count: number }>(
        sql`select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and pid = ${row?.pid}`,
      );
      expect(other?.count).toBe(1);
      expect(await blocked).toBe("unavailable");
    });
    await own.query(sql`set default_transaction_read_only = on`);
    const readOnly = own.transaction(async (tx) => {
      await tx.query(sql`set transaction read only`);
      await tx.query(INSERT);
    });
    expect(await outcome(readOnly)).toBe("unavailable");
    expect(await things()).toBe(0);
  });

  it("was not done, where it took too long", async () => {
    await whileLocked(async () => {
      const late = own.transaction(async (tx) => {
        await tx.query(sql`set local statement_timeout = '50ms'`);
        await tx.query(INSERT);
      });
      expect(await outcome(late)).toBe("unavailable");
    });
    expect(await things()).toBe(0);
  });

  it("was not done, where two transactions wait for each other: one of them goes on", async () => {
    const ids = [(await testAccount()).accountId, (await testAccount()).accountId];
    for (const how of ["sql", "prisma"]) {
      const name = async (tx: Transaction, id: number) => {
        if (how === "sql") await tx.query(sql`update accounts set name = 'Waits' where id = ${id}`);
        else await tx.prisma.account.update({ where: { id }, data: { name: "Waits" } });
      };
      let begun = 0;
      const work = ([first, second]: number[]) =>
        own.transaction(async (tx) => {
          await name(tx, first ?? 0);
          begun++;
          await expect.poll(() => begun, { interval: 5 }).toBe(2);
          await name(tx, second ?? 0);
        });
      const ended = await Promise.all([outcome(work(ids)), outcome(work(ids.toReversed()))]);
      expect(ended.sort()).toEqual(["done", "unavailable"]);
    }
  });

  it("stays what it is where the statement is to blame", async () => {
    const error = await own.query(sql`select * from nowhere`).catch((failure) => failure);
    expect([databaseFailure(error), error.code]).toEqual([null, "42P01"]);
  });
});

describe("a database that is closed", () => {
  it("does first what waits for a connection, and then nothing more", async () => {
    await own.query(INSERT);
    const waiting = Array.from({ length: 9 }, () => outcome(own.query(INSERT)));
    await own.close();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
    expect(await things()).toBe(10);
    expect(await outcome(own.query(INSERT))).toBe("unavailable");
  });
});

/** Returns a message of PostgreSQL's protocol: its kind, its length and its contents. */
function wireMessage(kind: string, contents: string | Buffer): Buffer {
  const bytes = Buffer.from(contents);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(kind), length, bytes]);
}

it("fails a statement, and not the process, where a server stops in the breath in which it is ready", async () => {
  const [ok, ready] = [wireMessage("R", Buffer.alloc(4)), wireMessage("Z", "I")];
  const stopping = wireMessage("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([ok, ready, stopping])));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stopped = openDatabase(`postgresql://nobody@127.0.0.1:${port}/none`, 2);
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtExceptionMonitor", note);
  try {
    expect(await outcome(stopped.query(sql`select 1`))).toBe("unavailable");
    expect(await outcome(stopped.transaction((tx) => tx.query(sql`select 1`)))).toBe("unavailable");
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtExceptionMonitor", note);
    await stopped.close();
    server.close();
  }
});

/** Returns an error of a server with a SQLSTATE. */
const said = (code: string) => Object.assign(new Error("connection to the remote node failed"), { code });
const named = (code: string, mayBeCommitted: boolean) =>
  databaseFailure(nameFailure(said(code), mayBeCommitted));

it.each(["08006", "08003", "08007"])("does not know what became of a commit that ended with %s", (code) => {
  expect(named(code, true)).toBe("outcome-unknown");
  expect(named(code, false)).toBe("unavailable");
});

it.each(["08001", "08004", "53300", "57P01", "25006"])(
  "knows that nothing was done where it is %s",
  (code) => {
    expect(named(code, true)).toBe("unavailable");
  },
);

it("leaves an error alone that says nothing of the database being away", () => {
  expect(named("08P01", true)).toBeNull();
  expect(named("23505", true)).toBeNull();
});

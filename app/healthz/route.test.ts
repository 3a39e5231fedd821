import { describe, expect, it, test } from "vitest";
import { POST as unknown } from "@/app/gateway/[[...path]]/route";
import { HEAD, GET as healthz, POST as post } from "@/app/healthz/route";
import { GET as readyz } from "@/app/readyz/route";
import { closeDb, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/lib/testing/database";
import { call } from "@/lib/testing/gateway";

useTestDatabase();

describe("/healthz and /readyz", () => {
  it("say that the server lives, and that it can work", async () => {
    expect(await call(healthz, { method: "GET" })).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await call(readyz, { method: "GET" })).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("answer HEAD as GET, and 405 with Allow to anything else", async () => {
    expect((await call(HEAD, { method: "HEAD" })).status).toBe(200);
    const { status, headers, body } = await call(post);
    expect([status, headers.get("allow"), body.code]).toEqual([405, "GET, HEAD", "method_not_allowed"]);
  });

  it("say why it cannot work: a migration missing, one too many, no database", async () => {
    const [row] = await db().query<{ name: string }>(
      sql`update _prisma_migrations set migration_name = '00000000000000_other' returning migration_name as name`,
    );
    expect(row?.name).toBe("00000000000000_other");
    expect(await call(readyz, { method: "GET" })).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason: "database_newer_than_code" },
    });
    await db().query(sql`delete from _prisma_migrations`);
    expect(await call(readyz, { method: "GET" })).toMatchObject({
      status: 503,
      body: { reason: "migrations_pending" },
    });
    await closeDb();
    const url = process.env.DATABASE_URL as string;
    process.env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    reloadEnv();
    expect(await call(readyz, { method: "GET" })).toMatchObject({
      status: 503,
      body: { reason: "database_unreachable" },
    });
    expect(await call(healthz, { method: "GET" })).toMatchObject({ status: 200 });
    await closeDb();
    process.env.DATABASE_URL = url;
    reloadEnv();
  });
});

test("an unknown path under the gateway is a 404 with the error body", async () => {
  const { status, body, headers } = await call(unknown, { path: "/gateway/no/such", form: { x: "1" } });
  expect(status).toBe(404);
  expect(body).toEqual({ success: false, error: "There is nothing at /gateway/no/such.", code: "not_found" });
  expect(headers.get("x-request-id")).toBeTruthy();
});

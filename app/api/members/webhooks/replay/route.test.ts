import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { listen } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";
import { event } from "@/tests/support/webhooks/webhook-event";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST } = handlersOf("/api/members/webhooks/replay");

// The tests of deliveries cover the selection of events for a replay.
useTestDatabase();

it("a replay of many events is written down as far as it went, should the server end in the middle of it", async () => {
  const own = await testAccount();
  const { accountId } = own;
  await listen(accountId);
  await event(accountId, { state: "failed" });
  await db().query(sql`
    insert into webhook_deliveries (id, account_id, kind, inbound_id, body, created_at, state)
    select uuid_v7(created_at), account_id, kind, inbound_id, body, created_at, 'failed'
    from webhook_deliveries, generate_series(1, 2099) where account_id = ${accountId}`);
  await db().query(sql`
    create function no_third() returns trigger language plpgsql as $$
    begin if (new.details ->> 'events')::int > 2000 then raise 'killed'; end if; return new; end $$`);
  await db().query(sql`
    create trigger no_third before update on activities for each row execute function no_third()`);
  const json = { since: "2026-01-01", all: false };
  const onTheirWay = () => db().prisma.webhookDelivery.count({ where: { accountId, state: "pending" } });
  const lines = () => db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  const line = (events: number) => ({ action: "webhook_replayed", details: { events } });

  expect(await ask(POST, own, { json })).toMatchObject({ status: 500 });
  expect(await onTheirWay()).toBe(2000);
  expect(await lines()).toMatchObject([line(2000)]);

  await db().query(sql`drop trigger no_third on activities`);
  expect(await ask(POST, own, { json })).toMatchObject({ status: 200 });
  expect(await onTheirWay()).toBe(2100);
  expect(await lines()).toMatchObject([line(2000), line(100)]);
});

import { beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { Stretch } from "@/lib/db/keyset.sql";
import { type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { purgeEventsStatement } from "@/lib/messages/retention/purge-old.sql";
import { blockByHandStatement } from "@/lib/optouts/change.sql";
import { furtherEndpointStatement } from "@/lib/webhooks/endpoint/find-endpoint.sql";
import { endpointNamedStatement, furtherEndpointsStatement } from "@/lib/webhooks/further/endpoints.sql";
import { deliveriesStatement } from "@/lib/webhooks/list-deliveries.sql";
import { countReplayableStatement } from "@/lib/webhooks/replay.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testAccount } from "@/tests/support/server/gateway";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

let accountId: number;
let number: number;
beforeAll(async () => {
  ({ accountId } = await testAccount());
  ({ number } = (await furtherEndpoint(accountId)).key);
  await db().query(sql`
    insert into webhook_endpoints (account_id, kind, number, id, name, url, event_types, registered_at)
    select id, 'further', n, gen_random_uuid(), 'Endpoint ' || n, 'https://example.com', '{optout.changed}', ${NOW}
    from accounts, generate_series(100, 300) n`);
  await db().query(sql`
    insert into webhook_deliveries (id, account_id, kind, number, event_type, body, created_at, state)
    select uuid_v7(${NOW}::timestamptz), ${accountId}, 'further', 100 + n % 200, 'optout.changed', '{}', ${NOW}, 'delivered'
    from generate_series(1, 20000) n`);
  await db().query(sql`analyze`);
});

const stretch: Stretch = { place: null, direction: "older", limit: 26 };

test.each<[string, () => Sql]>([
  ["the endpoints", () => furtherEndpointsStatement(accountId, 10)],
  ["one endpoint", () => furtherEndpointStatement(accountId, newId())],
  ["a name", () => endpointNamedStatement(accountId, "CRM")],
  [
    "deliveries to one",
    () =>
      deliveriesStatement(accountId, { limit: 25, endpoint: { kind: "further", number } } as never, stretch),
  ],
  [
    "a replay to one",
    () =>
      countReplayableStatement(
        { accountId, since: NOW, all: true, endpoint: { kind: "further", number } },
        100,
        NOW,
      ),
  ],
  ["the event of an opt-out", () => blockByHandStatement({ accountId, msisdn: "64211234567" }, "STOP", NOW)],
  ["old events", () => purgeEventsStatement({ after: newId(), before: NOW, limit: 100 })],
])("looks up %s by an index", async (_, statement) => {
  const scans = await scansOf(db(), statement());
  const ours = scans.filter(({ table }) => table.startsWith("webhook_"));
  expect(ours.length).toBeGreaterThan(0);
  expect(
    ours.filter(({ node, by }) => by === null || !/^(Index (Only )?|Bitmap Heap )Scan$/.test(node)),
  ).toEqual([]);
});

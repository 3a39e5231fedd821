import { beforeAll, expect, it } from "vitest";
import { countLedgerStatement, ledgerStatement } from "@/lib/billing/statements/ledger.sql";
import { db } from "@/lib/db/client";
import type { Stretch } from "@/lib/db/keyset.sql";
import type { Sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { countSendsStatement, sendsStatement } from "@/lib/messages/sends/list-sends.sql";
import { countChunksStatement, findChunksStatement } from "@/lib/requests/chunks/read-chunks.sql";
import { SEARCH_BOUNDS } from "@/lib/requests/find-requests";
import { countRequestsStatement, requestsStatement } from "@/lib/requests/list-requests.sql";
import { countDeliveriesStatement, deliveriesStatement } from "@/lib/webhooks/list-deliveries.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let accountId: number;
beforeAll(async () => {
  accountId = (await testAccount()).accountId;
});

const now = new Date("2026-11-20T23:00:00Z");
const limit = 26;

const LISTS: Record<string, [table: string, (stretch: Stretch) => Sql]> = {
  messages: [
    "messages",
    (stretch) => listStatement({ columns: LISTED_COLUMNS, accountId, filter: {}, stretch, now }),
  ],
  sends: ["bulk_sends", (stretch) => sendsStatement(accountId, { limit }, stretch)],
  requests: ["api_requests", (stretch) => requestsStatement(accountId, { limit }, stretch)],
  "chunks of requests": [
    "api_request_chunks",
    (stretch) =>
      findChunksStatement({
        accountId,
        asked: { limit },
        stretch,
        behind: null,
        bounds: SEARCH_BOUNDS,
      }),
  ],
  "the ledger": ["ledger_entries", (stretch) => ledgerStatement(accountId, {}, stretch)],
  deliveries: ["webhook_deliveries", (stretch) => deliveriesStatement(accountId, { limit }, stretch)],
};

it.each(Object.entries(LISTS))(
  "reads %s by an index in both orders, no further than a page",
  async (_, list) => {
    const [table, statement] = list;
    for (const direction of ["older", "newer"] as const)
      for (const place of [null, { at: now, id: newId() }]) {
        const scans = await scansOf(db(), statement({ place, direction, limit }));
        const first = scans.find((scan) => scan.table === table);
        expect(first).toEqual({
          table,
          node: expect.stringMatching(/^Index (Only )?Scan$/),
          by: expect.stringContaining("account_id = "),
        });
      }
  },
);

const COUNTS: Record<string, [table: string, Sql[]]> = {
  "changes of the balance": [
    "ledger_entries",
    [{}, { kind: "deduction" as const }, { kind: "topup" as const, month: "2026-11" }].map((asked) =>
      countLedgerStatement(1, asked),
    ),
  ],
  sends: ["bulk_sends", [{}, { name: "sale" }].map((asked) => countSendsStatement(1, { ...asked, limit }))],
  requests: [
    "api_requests",
    [
      {},
      { status: "refused" as const, start: now, end: now },
      { status: "succeeded" as const, path: "/x" },
    ].map((asked) => countRequestsStatement(1, { ...asked, limit })),
  ],
  "chunks of requests": [
    "api_request_chunks",
    [
      {},
      { status: "refused" as const, start: now, end: now },
      { status: "succeeded" as const, path: "/x" },
    ].map((asked) => countChunksStatement(1, { ...asked, limit })),
  ],
  deliveries: [
    "webhook_deliveries",
    [{}, { state: "failed" as const, code: "404" }, { state: "kept" as const, from: now }].map((asked) =>
      countDeliveriesStatement(1, { ...asked, limit }),
    ),
  ],
};

it.each(Object.entries(COUNTS))("counts %s by an index", async (_, [table, statements]) => {
  for (const statement of statements)
    expect(await scansOf(db(), statement)).toEqual([
      {
        table,
        node: expect.stringMatching(/^Index (Only )?Scan$/),
        by: expect.stringContaining("account_id = "),
      },
    ]);
});

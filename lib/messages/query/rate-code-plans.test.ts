import { expect, it } from "vitest";
import type { MessageFilter } from "@/lib/contracts/members/messages";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { countStatement } from "@/lib/messages/query/count-messages.sql";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

it.each(["select 1", "analyze"])(
  "reads messages with a rate code by its index, after `%s`",
  async (looks) => {
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    for (const rateCode of [null, "often", "often", "rare"]) {
      const items = Array.from({ length: 500 }, () => testItem({ dueAt: NOW }));
      await accept(
        db(),
        [testSubmission(accountId, { items, rateCode, billedRateCode: rateCode })],
        NOW,
        () => "",
      );
    }
    expect(await db().prisma.message.count({ where: { accountId, rateCode: "rare" } })).toBe(500);
    await db().query({ ...sql``, text: looks });
    const filter: MessageFilter = { rateCode: "rare" };
    const stretch = { place: null, direction: "older", limit: 26 } as const;
    const statements = [
      listStatement({ columns: LISTED_COLUMNS, accountId, filter, stretch, now: NOW }),
      countStatement(accountId, filter, NOW),
    ];
    for (const statement of statements) {
      const [found] = (await scansOf(db(), statement)).filter(({ table }) => table === "messages");
      expect(found?.by).toContain("rate_code = 'rare'");
    }
  },
);

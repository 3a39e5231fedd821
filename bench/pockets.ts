import path from "node:path";
import { openDatabases } from "@/bench/lib/databases";
import { createAccount } from "@/lib/accounts/create-account";
import { openDatabase } from "@/lib/db/client";
import { setPockets } from "@/lib/ledger/pockets";
import { accept } from "@/lib/messages/accept/accept";
import { endAll } from "@/lib/shutdown";
import { testItem, testSubmission } from "@/tests/support/database/submission";

// Measures what pockets give one account that two processes send for: two pools of connections accept batches of it
// at once, without and with pockets, in turns. Only ratios between figures of one run mean anything.
//
// node --import tsx bench/pockets.ts [address of a PostgreSQL where databases may be made]

const POOLS = 2;
const AT_ONCE_EACH = 4;
const POCKETS = 8;
const SECONDS = 2;
const TURNS = 9;
const BATCHES = [1, 10, 50];

const { url } = await openDatabases(path.resolve(import.meta.dirname, ".."), process.argv[2], false);
const pools = Array.from({ length: POOLS }, () => openDatabase(url, AT_ONCE_EACH));
const [db] = pools as [(typeof pools)[number]];
const given = { email: "bench@example.com", password: "correct horse battery", name: "Bench" };
const { accountId } = await createAccount(db, { ...given, balanceMicros: 10n ** 15n }, new Date());

/** How many sends a second are accepted, in batches of so many. */
async function rate(batch: number, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let accepted = 0;
  const senders = pools.flatMap((pool) =>
    Array.from({ length: AT_ONCE_EACH }, async () => {
      while (performance.now() < endsAt) {
        const now = new Date();
        const requests = Array.from({ length: batch }, () =>
          testSubmission(accountId, { items: [testItem({ dueAt: now })] }),
        );
        const outcomes = await accept(pool, requests, now, () => "");
        accepted += outcomes.filter(({ kind }) => kind === "accepted").length;
      }
    }),
  );
  await Promise.all(senders);
  return accepted / ((performance.now() - startedAt) / 1000);
}

const median = (figures: readonly number[]) =>
  [...figures].sort((one, other) => one - other)[figures.length >> 1] as number;

await rate(10, SECONDS);
for (const batch of BATCHES) {
  const turns: { without: number; within: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await setPockets(db, accountId, 1);
    const without = await rate(batch, SECONDS);
    await setPockets(db, accountId, POCKETS);
    turns.push({ without, within: await rate(batch, SECONDS) });
  }
  const [without, within] = [
    median(turns.map((turn) => turn.without)),
    median(turns.map((turn) => turn.within)),
  ];
  const ratio = median(turns.map((turn) => turn.within / turn.without));
  console.log(
    `${String(batch).padStart(3)} sends a batch: ${Math.round(without)} a second without pockets, ` +
      `${Math.round(within)} with ${POCKETS}; in each turn ${ratio.toFixed(2)} times (medians of ${TURNS})`,
  );
}
await Promise.all(pools.map((pool) => pool.close()));
await endAll();
process.exit();

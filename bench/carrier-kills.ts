import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { randomSecret } from "@/server/base/kept-file";
import { createDatabase } from "@/tests/support/database/admin";
import { runKills } from "@/tests/support/kills/carrier-kills";
import { startThrowawayPostgres } from "@/tests/support/server/server";

// 10,000 messages by two SMPP carriers from two servers, while SMSCs and servers are killed at random and started again:
// what is lost, what a network took twice, and what of that is not marked. It takes as long as outcomes are held: minutes.
//
// node --import tsx bench/carrier-kills.ts [messages] [kills] [seed]

const PER_SECOND = 50;

const [messages = 10_000, kills = 20, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
const postgres = await startThrowawayPostgres();
let hasFailed = true;
try {
  await createDatabase(postgres.url("postgres"), "kills");
  const databaseUrl = postgres.url("kills");
  await migrate(databaseUrl);
  const db = openDatabase(databaseUrl, 4);
  console.log(`${messages} messages, ${kills} kills, seed ${seed}`);
  const began = performance.now();
  const { wrong, ...counts } = await runKills(db, {
    messages,
    kills,
    seed,
    perSecond: PER_SECOND,
    isHurried: false,
    databaseUrl,
    authSecret: randomSecret(),
    tell: (line) => console.log(line),
  });
  await db.close();
  console.log(`after ${Math.round((performance.now() - began) / 1000)} s:`, counts);
  for (const line of wrong) console.log(`WRONG: ${line}`);
  hasFailed = wrong.length > 0;
} finally {
  await postgres.stop();
}
process.exit(hasFailed ? 1 : 0);

import { makeDatabase, openDatabaseServer } from "@/bench/lib/stage/databases";
import { openDatabase } from "@/lib/db/client";
import { randomSecret } from "@/server/base/kept-file";
import { runKills } from "@/tests/support/kills/carrier-kills";

const MESSAGES = 10_000;
const PER_SECOND = 50;

/**
 * Sends messages through two SMPP carriers from two servers, while SMSCs and servers are killed at random and
 * restarted. A run takes minutes, because unknown outcomes are held for minutes.
 * @returns a sentence for each loss, and for each message that a network accepted twice without a mark.
 */
export async function measureKills({ kills, seed }: { kills: number; seed: number }): Promise<string[]> {
  const databaseUrl = await makeDatabase(await openDatabaseServer("", false));
  const db = openDatabase(databaseUrl, 4);
  console.log(`${MESSAGES} messages, ${kills} kills, seed ${seed}`);
  const { wrong, ...counts } = await runKills(db, {
    messages: MESSAGES,
    kills,
    seed,
    perSecond: PER_SECOND,
    isHurried: false,
    databaseUrl,
    authSecret: randomSecret(),
    tell: (line) => console.log(line),
  });
  await db.close();
  console.log(counts);
  return wrong;
}

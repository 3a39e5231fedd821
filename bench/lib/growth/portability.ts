import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { percentilesOf } from "@/bench/lib/base/percentiles";
import { tableOf } from "@/bench/lib/base/table";
import { rateOf } from "@/bench/lib/growth/old-messages";
import { makeSenders } from "@/bench/lib/stage/senders";
import { openStage } from "@/bench/lib/stage/stage";
import type { Caller } from "@/lib/auth/callers/caller";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { importPorted } from "@/lib/numbers/import-ported";
import { lookupNumber } from "@/lib/numbers/lookup";
import { testItem, testSubmission } from "@/tests/support/database/submission";

const SENDS = 4_000;
const WARM_UP = 1_000;
const ROUNDS = 3;
const AT_ONCE = 10;
const ACCOUNTS = 8;
const CODES = ["53001", "53005", "53024"];

/** Returns a number of 021 to 029, in an order that suits no index. */
const msisdn = (index: number) =>
  `642${1 + (index % 9)}${String((index * 7_919) % 10_000_019).padStart(7, "0")}`;

/**
 * Measures the import of ported numbers, and the rates of sends and look-ups without any and beside all of
 * them.
 */
export async function measurePortability(count: number, database: string): Promise<string[]> {
  const { db, url, folder } = await openStage({ database });
  const senders = await makeSenders(db, "ported", ACCOUNTS);
  /** The numbers of sends and look-ups are scattered over the table. */
  const numberOf = (index: number) => msisdn((index * 104_729) % count);
  const accountOf = (index: number) => senders[index % ACCOUNTS]?.accountId ?? 0;
  const work = {
    sends: (index: number) => {
      const items = [testItem({ dueAt: new Date(), msisdn: numberOf(index) })];
      return accept(db, [testSubmission(accountOf(index), { items })], new Date(), () => "");
    },
    "look-ups": (index: number) => {
      const caller = { accountId: accountOf(index), hasGst: true } as Caller;
      return lookupNumber(db, caller, { number: numberOf(index), feeMicros: 5_000n }, new Date());
    },
  };
  const files = { none: path.join(folder, "none"), all: path.join(folder, "all") };
  await writeNumbers(files.none, 0);
  await writeNumbers(files.all, count);
  const importFile = async (file: string) => {
    const startedAt = performance.now();
    await importPorted(url, file, true, new Date());
    return (performance.now() - startedAt) / 1_000;
  };
  const rates = { none: { sends: 0, "look-ups": 0 }, all: { sends: 0, "look-ups": 0 } };
  const imports: number[] = [];
  // The two alternate, since the machine's speed differs from minute to minute.
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ["none", "all"] as const) {
      const seconds = await importFile(files[side]);
      if (side === "all") imports.push(seconds);
      await db.query(sql`checkpoint`);
      for (const kind of ["sends", "look-ups"] as const) {
        await rateOf(WARM_UP, AT_ONCE, work[kind]);
        rates[side][kind] += (await rateOf(SENDS, AT_ONCE, work[kind])) / ROUNDS;
      }
    }
  }
  const { none, all } = rates;
  const rows = (["sends", "look-ups"] as const).map((kind) => [
    `${kind} a second`,
    none[kind],
    all[kind],
    (all[kind] / none[kind]).toFixed(2),
  ]);
  console.log(tableOf([`${count.toLocaleString("en")} ported numbers`, "none", "all", "ratio"], rows));
  console.log(`the import of all took ${percentilesOf(imports).p50.toFixed(1)} s in the median`);
  return [];
}

async function writeNumbers(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write("msisdn,network_code,ported_at\n");
  for (let index = 0; index < count; index++) {
    const day = new Date(Date.UTC(2010, 0, 1 + (index % 5_000))).toISOString().slice(0, 10);
    if (!stream.write(`${msisdn(index)},${CODES[index % 3]},${day} 10:00:00\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

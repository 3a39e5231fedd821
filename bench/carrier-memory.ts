import { setTimeout as sleep } from "node:timers/promises";
import type { SmppJob } from "@/bench/lib/carriers/smpp-process";
import type { SmppBehaviour } from "@/bench/lib/carriers/smpp-server";
import { startWorker } from "@/bench/lib/process/child";
import type { CarrierEvents } from "@/lib/carriers/carrier";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { smppSettingsSchema } from "@/lib/carriers/smpp/settings";
import { now } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { CommandError, runCommand } from "@/server/base/command-error";
import { outgoing } from "@/tests/support/carrier";

// What a network that misbehaves for minutes does to our memory: an SMSC that takes no more of what we write, and one that
// gives ten thousand receipts at once, again and again, faster than they are stored.
//
// node --expose-gc --import tsx bench/carrier-memory.ts [minutes for each] [part of a case's name]

const MINUTES = Number(process.argv[2] ?? 10);
const PART = process.argv[3] ?? "";
const LOOKS = 10;
const BURST = 10_000;

/** How long it takes to store what was gathered. */
const STORE_MS = 20;

/** How much more the heap may hold at the end than after the first tenth. */
const MAX_GROWTH_MIB = 10;

const CASES: readonly { name: string; behaviour: SmppBehaviour; sends: boolean }[] = [
  {
    name: "an SMSC that stops reading",
    sends: true,
    behaviour: { answerAfterMs: 0, hasReceipts: false, deafAfter: 100 },
  },
  {
    name: `${BURST.toLocaleString("en")} receipts at once`,
    sends: false,
    behaviour: { answerAfterMs: 0, hasReceipts: false, receiptsAtOnce: BURST },
  },
];

const EVENTS: CarrierEvents = {
  reports: () => sleep(STORE_MS),
  inbound: () => sleep(STORE_MS),
  knows: async () => false,
  unreadable: () => sleep(STORE_MS),
  roomChanged: () => undefined,
};

/** In MiB, without garbage. */
function heapMiB(): number {
  if (!globalThis.gc) throw new CommandError("Start it with --expose-gc.");
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function measure({ name, behaviour, sends }: (typeof CASES)[number], minutes: number): Promise<void> {
  const network = await startWorker<SmppJob, number>("carriers/smpp-process.ts");
  try {
    await network.run(behaviour);
    const given = {
      host: "127.0.0.1",
      port: await network.run("port"),
      systemId: "bench",
      password: "bench",
    };
    const timers = { maxBackOffMs: 1_000, responseTimeoutMs: 2_000 };
    const settings = smppSettingsSchema.parse({ ...given, tps: 10_000, window: 1_000, timers });
    const carrier = new SmppCarrier({ id: 1, name: "bench", settings });
    await carrier.start(EVENTS);
    let settled = 0;
    const sending = setInterval(() => {
      const batch = Array.from({ length: sends ? carrier.room() : 0 }, () => outgoing({ id: newId() }));
      if (batch.length > 0) carrier.submit(batch, (answers) => (settled += answers.length));
    }, 10);
    const heaps: number[] = [];
    for (let look = 1; look <= LOOKS; look++) {
      await sleep((minutes * 60_000) / LOOKS);
      heaps.push(heapMiB());
    }
    clearInterval(sending);
    await carrier.stop(now());
    const [bound, acknowledged] = [await network.run("bound"), await network.run("acknowledged")];
    console.log(
      `${name}, ${minutes} minutes: ${bound} binds, ${settled} messages settled, ${acknowledged} receipts acknowledged; ` +
        `heap in MiB: ${heaps.map((mib) => mib.toFixed(1)).join(", ")}`,
    );
    const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
    if (growth > MAX_GROWTH_MIB) throw new CommandError(`The heap has grown by ${growth.toFixed(1)} MiB.`);
  } finally {
    await network.stop();
  }
}

runCommand(async () => {
  for (const each of CASES.filter(({ name }) => name.includes(PART))) await measure(each, MINUTES);
});

import type {
  CarrierAnswer,
  CarrierEvents,
  CarrierReport,
  Outgoing,
  UnreadableNews,
} from "@/lib/carriers/carrier";
import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import type { CarrierInbound } from "@/lib/carriers/inbound";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { type GivenSmppSettings, smppSettingsSchema } from "@/lib/carriers/smpp/settings";
import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";
import { outgoing } from "@/tests/support/carrier";

/** Timers that no test waits for. */
const TIMERS: GivenSmppSettings["timers"] = {
  connectTimeoutMs: 2_000,
  bindTimeoutMs: 2_000,
  unbindGraceMs: 100,
  backOffMs: 20,
  maxBackOffMs: 200,
  refusedBackOffMs: 60,
  maxRefusedBackOffMs: 200,
  alreadyBoundMs: 40,
  throttledMs: 40,
};

export function settingsFor(smsc: { port: number }, given: Partial<GivenSmppSettings> = {}) {
  return smppSettingsSchema.parse({
    host: "127.0.0.1",
    port: smsc.port,
    systemId: "gateway",
    password: "hush-hush",
    tps: 1_000,
    ...given,
    timers: { ...TIMERS, ...given.timers },
  });
}

/** Starts a carrier with its links open, and records its events. */
export async function startCarrier(
  smsc: { port: number },
  given: Partial<GivenSmppSettings> = {},
  standingTimes: Partial<StandingTimes> = {},
) {
  const happenings: CarrierEvent[] = [];
  const carrier = new SmppCarrier({
    id: 1,
    name: "north",
    settings: settingsFor(smsc, given),
    random: () => 1,
    standingTimes,
    happened: (event) => happenings.push(event),
  });
  const reports: CarrierReport[] = [];
  const inbound: CarrierInbound[] = [];
  const unreadable: UnreadableNews[] = [];
  /** The functions that store events. A test replaces them. */
  const store = {
    reports: async (_: readonly CarrierReport[]) => {},
    inbound: async (_: readonly CarrierInbound[]) => {},
  };
  const events: CarrierEvents = {
    async reports(given) {
      await store.reports(given);
      reports.push(...given);
    },
    async knows(references, addresses) {
      const known = [...settled.values()]
        .flat()
        .flatMap((answer) => ("references" in answer ? answer.references : []));
      return addresses.length > 0 && references.some((reference) => known.includes(reference));
    },
    async inbound(given) {
      await store.inbound(given);
      inbound.push(...given);
    },
    async unreadable(given) {
      unreadable.push(...given);
    },
    roomChanged: () => undefined,
  };
  await carrier.start(events);
  const settled = new Map<string, CarrierAnswer[]>();
  let ids = 0;
  const submit = (...messages: Partial<Outgoing>[]): string[] => {
    const batch = messages.map((message) => outgoing({ id: `m${++ids}`, ...message }));
    for (const { id } of batch) settled.set(id, []);
    carrier.submit(batch, (answers) => {
      for (const answer of answers) settled.get(answer.id)?.push(answer);
    });
    return batch.map(({ id }) => id);
  };
  const answersOf = (ids: readonly string[]) => ids.map((id) => settled.get(id) ?? []);
  return { carrier, reports, inbound, unreadable, happenings, store, submit, answersOf };
}

import type { Carrier, CarrierEvents, CarrierReport, UnreadableNews } from "@/lib/carriers/carrier";
import type { CarrierInbound } from "@/lib/carriers/inbound";
import { carriersOf } from "@/lib/carriers/process/current";
import type { WebhookNews } from "@/lib/carriers/webhook";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { Gatherer } from "@/lib/db/gatherer";
import { receiveInAnyCell } from "@/lib/inbound/cells/receive-in-any-cell";
import { knownInAnyCell, reportInAnyCell } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import type { Question } from "@/lib/messages/dispatch/other-forms/other-forms";
import { answerRecorderOf } from "@/lib/messages/dispatch/record-answers";
import { wakeForRoom } from "@/lib/messages/hand-over/room-runs";
import { keepUnreadable } from "@/lib/messages/networks/unreadable-reports";
import { processWide } from "@/lib/process-wide";

/** The time for which events of carriers gather, in milliseconds, and the number that is written at once. */
const GATHER_MS = 20;
const FULL = 500;

/** The time that carriers have to end their links when the process ends. */
const STOP_MS = 10_000;

/**
 * Returns the functions that record a carrier's events (rules: delivery reports, parked reports, inbound messages).
 * Each promise resolves after the commit. It rejects if nothing was committed: the carrier then sends the event
 * again.
 */
export function carrierEvents(db: Database, carrier: Carrier): CarrierEvents {
  const recorder = answerRecorderOf(db, carrier);
  const gathering = { ms: GATHER_MS, isEnough: (items: number) => items >= FULL };
  const reports = new Gatherer<CarrierReport>({
    ...gathering,
    // A final report must not be recorded before an earlier one, which would then be ignored.
    inOrder: true,
    write: async (given) => {
      // While the database does not answer, more items gather than one statement should have.
      for (let from = 0; from < given.length; from += FULL) {
        const some = given.slice(from, from + FULL);
        const forms = some.flatMap(({ reference, otherReferences = [] }) => [reference, ...otherReferences]);
        await recorder.hasRecorded(forms);
        await reportInAnyCell(db, carrier.name, some, now());
      }
    },
  });
  const inbound = new Gatherer<CarrierInbound>({
    ...gathering,
    write: (given) => receiveInAnyCell(db, carrier.name, given, now()),
  });
  const questions = new Gatherer<Question & { isKnown: boolean }>({
    ...gathering,
    write: async (given) => {
      await recorder.hasRecorded(given.flatMap(({ references }) => references));
      const known = await knownInAnyCell(db, carrier.name, given);
      for (const [index, question] of given.entries()) question.isKnown = known[index] === true;
    },
  });
  const unreadable = new Gatherer<UnreadableNews>({
    ...gathering,
    write: (given) => keepUnreadable(db, carrier.name, given),
  });
  return {
    reports: (given) => reports.add(given),
    inbound: (given) => inbound.add(given),
    async knows(references, addresses) {
      const question = { references, addresses, isKnown: false };
      await questions.add([question]);
      return question.isKnown;
    },
    unreadable: (given) => unreadable.add(given),
    roomChanged: () => wakeForRoom(db, carrier.id),
  };
}

const webhookEvents = processWide("gatewayWebhookEvents", () => new WeakMap<Carrier, CarrierEvents>());

/**
 * Records the events of a carrier's webhook, together with those of other webhooks that arrive meanwhile.
 * @returns after the commit.
 */
export async function recordWebhook(db: Database, carrier: Carrier, news: WebhookNews): Promise<void> {
  const events = webhookEvents.value.get(carrier) ?? carrierEvents(db, carrier);
  webhookEvents.value.set(carrier, events);
  if (news.reports.length > 0) await events.reports(news.reports);
  if (news.inbound.length > 0) await events.inbound(news.inbound);
  if (news.unreadable?.length) await events.unreadable(news.unreadable);
}

/**
 * Makes this process hold the links of all carriers.
 * @returns a function that ends the links, after requests in flight are answered or after ten seconds.
 */
export function startCarriers(db: () => Database): () => Promise<void> {
  const registry = carriersOf(db());
  registry.hold((carrier) => carrierEvents(db(), carrier));
  return () => registry.stop(new Date(now().getTime() + STOP_MS));
}

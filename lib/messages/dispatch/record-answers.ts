import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { Gatherer } from "@/lib/db/gatherer";
import { logFailure } from "@/lib/db/log-failure";
import { WorkPace } from "@/lib/db/work-pace";
import { log } from "@/lib/log";
import type { FinishedMessage } from "@/lib/messages/dispatch/finish/finish.sql";
import { recordInTheirCells } from "@/lib/messages/dispatch/finish/record-finished";
import { applyParkedOf } from "@/lib/messages/dispatch/park-reports";
import { settleByParked } from "@/lib/messages/dispatch/settle-unknown";
import { carrierCounterOf } from "@/lib/messages/networks/carrier-counter";
import { processWide } from "@/lib/process-wide";

/** The time for which single answers gather, while there are many and while there are few. */
const GATHER_MS = 20;
const MIN_GATHER_MS = 1;

/** The number of answers that are written without waiting for others. */
const FULL = 100;

/**
 * Records the answers of one carrier. While other messages are still with the carrier, answers gather for up to 20
 * ms, so that a thousand answers are not a thousand statements. The last answer does not wait. With little work,
 * answers gather only for a moment: a killed process submits messages again whose answers it has not recorded.
 */
export class AnswerRecorder {
  private readonly db: Database;
  private readonly carrier: string;
  private readonly hasParked: boolean;
  private readonly gatherer: Gatherer<FinishedMessage>;
  private readonly pace = new WorkPace();
  private inFlight = 0;
  /** The references of answers that are being recorded, each with the promise of its end. */
  private readonly recording = new Map<string, Promise<void>>();

  constructor(db: Database, { name, takeReports }: Carrier) {
    this.db = db;
    this.carrier = name;
    // A carrier that is asked for its reports keeps those whose message is not known yet.
    this.hasParked = takeReports === undefined;
    this.gatherer = new Gatherer({
      ms: () => Math.min(Math.max(this.pace.restMs(performance.now()), MIN_GATHER_MS), GATHER_MS),
      isEnough: (answers) => this.inFlight === 0 || answers >= FULL,
      write: (finished) => this.pace.run(() => this.write(finished)),
    });
  }

  /** Adds messages that are with the carrier. Each is to be recorded once. */
  expect(messages: number): void {
    this.inFlight += messages;
  }

  /**
   * Records the new states of expected messages.
   * @returns after the commit. It rejects if the database failed.
   */
  record(finished: readonly FinishedMessage[]): Promise<void> {
    this.inFlight -= finished.length;
    const written = this.gatherer.add(finished);
    const references = referencesOf(finished);
    const ended = written.then(
      () => this.forget(references),
      () => this.forget(references),
    );
    for (const reference of references) this.recording.set(reference, ended);
    return written;
  }

  /**
   * Waits for answers with these references that are being recorded. A report that arrives right after its answer
   * then finds its message, and need not be parked.
   * @returns after the answers are recorded or have failed; never rejects.
   */
  async hasRecorded(references: Iterable<string>): Promise<void> {
    const ends = new Set<Promise<void>>();
    for (const reference of references) {
      const end = this.recording.get(reference);
      if (end) ends.add(end);
    }
    await Promise.all(ends);
  }

  private forget(references: readonly string[]): void {
    for (const reference of references) this.recording.delete(reference);
  }

  private async write(finished: readonly FinishedMessage[]): Promise<void> {
    const now = new Date(Math.max(...finished.map(({ at }) => at.getTime())));
    const left = await recordInTheirCells(this.db, finished, this.carrier, now);
    if (left.length > 0)
      log().warn(
        { lost: left.length, carrier: this.carrier },
        "the lease ran out before the carrier answered",
      );
    this.count(finished, new Set(left));
    if (this.hasParked) await this.applyParked(finished, now);
  }

  /** Counts messages that were handed over and recorded. */
  private count(finished: readonly FinishedMessage[], left: ReadonlySet<string>): void {
    const handedOver = finished
      .filter(({ id, parts }) => parts.length > 0 && !left.has(id))
      .map(({ at, outcome, answerMs }) => ({ at, isAccepted: outcome === "accepted", answerMs }));
    if (handedOver.length > 0) carrierCounterOf(this.db).handedOver(this.carrier, handedOver);
  }

  private async applyParked(finished: readonly FinishedMessage[], now: Date): Promise<void> {
    const references = referencesOf(finished);
    const held = finished.flatMap((given) =>
      given.outcome === "again" && given.heldFor ? [given.heldFor] : [],
    );
    try {
      references.push(...(await settleByParked(this.db, this.carrier, held)));
      if ((await applyParkedOf(this.db, this.carrier, references, now)) > 0) this.db.wake("webhooks");
    } catch (error) {
      logFailure(error, { carrier: this.carrier }, "parked reports wait for the sweep");
    }
  }
}

/** Returns the references by which reports name answered messages. */
function referencesOf(finished: readonly FinishedMessage[]): string[] {
  return finished.flatMap(({ parts }) => parts.flatMap(({ reference }) => reference ?? []));
}

const recorders = processWide(
  "gatewayAnswerRecorders",
  () => new WeakMap<Database, Map<string, AnswerRecorder>>(),
);

/** Returns the recorder of a carrier's answers in this process, by the carrier's name. */
export function answerRecorderOf(db: Database, carrier: Carrier): AnswerRecorder {
  const ofDatabase = recorders.value.get(db) ?? new Map<string, AnswerRecorder>();
  recorders.value.set(db, ofDatabase);
  const recorder = ofDatabase.get(carrier.name) ?? new AnswerRecorder(db, carrier);
  ofDatabase.set(carrier.name, recorder);
  return recorder;
}

import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { Gatherer } from "@/lib/db/gatherer";
import { logFailure } from "@/lib/db/log-failure";
import { WorkPace } from "@/lib/db/work-pace";
import { log } from "@/lib/log";
import type { Finished } from "@/lib/messages/dispatch/finish/finish.sql";
import { recordInTheirCells } from "@/lib/messages/dispatch/finish/record-finished";
import { applyParkedOf } from "@/lib/messages/dispatch/park-reports";
import { settleByParked } from "@/lib/messages/dispatch/settle-unknown";
import { carrierCounterOf } from "@/lib/messages/networks/carrier-counter";
import { processWide } from "@/lib/process-wide";

/** How long answers gather that come one by one, while there are many and while there are few. */
const GATHER_MS = 20;
const MIN_GATHER_MS = 1;

/** So many answers are worth a statement of their own: they do not wait for others. */
const FULL = 100;

/**
 * Records the answers of one carrier. What comes while other messages are still with it gathers for up to
 * 20 ms, so that a thousand answers are not a thousand statements. The last answer waits for nobody. While there is
 * little to record they gather for a moment alone: a process that is killed submits again what it has not recorded.
 */
export class AnswerRecorder {
  private readonly db: Database;
  private readonly carrier: string;
  private readonly hasParked: boolean;
  private readonly gatherer: Gatherer<Finished>;
  private readonly pace = new WorkPace();
  private inFlight = 0;
  /** References of answers that are being recorded, each with when that has ended. */
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

  /** Says that so many messages are with the carrier; each is to be recorded once. */
  expect(messages: number): void {
    this.inFlight += messages;
  }

  /**
   * Records what became of messages that were expected.
   * @returns resolves after the commit; rejects where the database failed.
   */
  record(finished: readonly Finished[]): Promise<void> {
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
   * Waits for the answers with these references that are just being recorded: a report that comes right after its answer
   * finds its message, and need not be parked. @returns whether they are recorded or not; never rejects.
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

  private async write(finished: readonly Finished[]): Promise<void> {
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

  /** Counts what was handed over and recorded. */
  private count(finished: readonly Finished[], left: ReadonlySet<string>): void {
    const handedOver = finished
      .filter(({ id, parts }) => parts.length > 0 && !left.has(id))
      .map(({ at, outcome, answerMs }) => ({ at, isAccepted: outcome === "accepted", answerMs }));
    if (handedOver.length > 0) carrierCounterOf(this.db).handedOver(this.carrier, handedOver);
  }

  private async applyParked(finished: readonly Finished[], now: Date): Promise<void> {
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

/** The references by which reports name what was answered for. */
function referencesOf(finished: readonly Finished[]): string[] {
  return finished.flatMap(({ parts }) => parts.flatMap(({ reference }) => reference ?? []));
}

const recorders = processWide(
  "gatewayAnswerRecorders",
  () => new WeakMap<Database, Map<string, AnswerRecorder>>(),
);

/** What records the answers of a carrier, by its name, in this process. */
export function answerRecorderOf(db: Database, carrier: Carrier): AnswerRecorder {
  const ofDatabase = recorders.value.get(db) ?? new Map<string, AnswerRecorder>();
  recorders.value.set(db, ofDatabase);
  const recorder = ofDatabase.get(carrier.name) ?? new AnswerRecorder(db, carrier);
  ofDatabase.set(carrier.name, recorder);
  return recorder;
}

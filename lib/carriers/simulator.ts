import {
  type Carrier,
  type CarrierAnswer,
  type CarrierEvents,
  type CarrierReport,
  type Outgoing,
  type ReportBatch,
  type Settle,
  SIMULATOR_ID,
} from "@/lib/carriers/carrier";
import {
  type BundleRow,
  dropToldStatement,
  type NextRow,
  oweStatement,
  submitStatement,
  type TakenRow,
  takeReportsStatement,
} from "@/lib/carriers/simulator.sql";
import type { Database } from "@/lib/db/client";
import { Gatherer } from "@/lib/db/gatherer";
import { logFailure } from "@/lib/db/log-failure";
import { WorkPace } from "@/lib/db/work-pace";
import { newId } from "@/lib/ids";

/**
 * The most messages, and reports, in one statement. Writing the parameters of so many takes four milliseconds of processor
 * time, in which this process answers no request.
 */
const BATCH_SIZE = 250;

/** The most messages that wait for a statement. */
const MAX_WAITING = 4_000;

/** The longest time that messages gather while statements take much of the time. */
const GATHER_MS = 20;

/** The number of messages that is written without waiting for more. */
const FULL = 100;

/** The most reports of one batch. Quiet periods leave many small bundles, so bundles have a limit too. */
const TAKE_LIMITS = { bundles: 200, reports: BATCH_SIZE };

/** The time after which unacknowledged reports are returned again. */
const LEASE_MS = 30_000;

/** A report that matched no message is returned again after this time, for at most a day. */
const RETRY_MS = 1_000;
const GIVE_UP_MS = 86_400_000;

/** Numbers with this ending are refused. */
const REFUSED_ENDING = "9917";

/** The delay of each report after the step before, and the secret that encrypts texts with one-time codes. */
export type SimulatorSettings = { delayMs: number; authSecret: string };

/** A message that waits for a statement. */
type Waiting = { message: Outgoing; settle: Settle; now: Date };

/**
 * A network with handsets that exists only in the database (rules: simulator). It reports 8, then 1, each
 * after a delay. The last digits of a number select other reports. Its tables keep the state, which survives
 * a restart of the server.
 */
export class Simulator implements Carrier {
  readonly id = SIMULATOR_ID;
  readonly name = "simulator";
  readonly isIdempotent = true;
  private readonly db: Database;
  private readonly settings: () => SimulatorSettings;
  private readonly gatherer: Gatherer<Waiting>;
  private readonly pace = new WorkPace();
  private waiting = 0;
  /** Without `start` a run of dispatch announces the next one, and needs no report of room. */
  private tellRoom: () => void = () => undefined;

  /** @param settings returns the current settings. */
  constructor(db: Database, settings: () => SimulatorSettings) {
    this.db = db;
    this.settings = settings;
    this.gatherer = new Gatherer({
      ms: () => Math.min(this.pace.restMs(performance.now()), GATHER_MS),
      isEnough: (messages) => messages >= FULL,
      inOrder: true,
      write: (waiting) => this.pace.run(() => this.write(waiting)),
    });
  }

  /** Reports new room to the process that submits messages. */
  async start({ roomChanged }: CarrierEvents): Promise<void> {
    this.tellRoom = roomChanged;
  }

  room(): number {
    return MAX_WAITING - this.waiting;
  }

  health() {
    return { isUp: true, reason: null };
  }

  submit(batch: readonly Outgoing[], settle: Settle, now: Date): void {
    this.waiting += batch.length;
    void this.gatherer.add(batch.map((message) => ({ message, settle, now })));
  }

  takeReports(now: Date): Promise<ReportBatch> {
    return takeReports(this.db, now, this.settings().delayMs);
  }

  private async write(waiting: readonly Waiting[]): Promise<void> {
    for (let from = 0; from < waiting.length; from += BATCH_SIZE) {
      const batch = waiting.slice(from, from + BATCH_SIZE);
      const settled = await this.take(batch);
      this.waiting -= batch.length;
      const answersBy = new Map<Settle, CarrierAnswer[]>(batch.map(({ settle }) => [settle, []]));
      for (const [index, { settle }] of batch.entries())
        answersBy.get(settle)?.push(settled[index] as CarrierAnswer);
      for (const [settle, answers] of answersBy) settle(answers);
      this.tellRoom();
    }
  }

  /** Inserts messages into the tables. Never rejects: after a failure of the database their outcome is `unknown`. */
  private async take(waiting: readonly Waiting[]): Promise<CarrierAnswer[]> {
    const { delayMs, authSecret } = this.settings();
    const now = (waiting.at(-1) as Waiting).now;
    const batch = waiting.map(({ message }) => message);
    const taken = batch.filter(({ msisdn }) => !msisdn.endsWith(REFUSED_ENDING));
    if (taken.length === 0) return answers(batch, []);
    try {
      return answers(
        batch,
        await this.db.query<TakenRow>(submitStatement(taken, now, after(now, delayMs), authSecret)),
      );
    } catch (error) {
      logFailure(error, { carrier: this.name, messages: batch.length }, "the simulator failed");
      return batch.map(({ id }) => ({ id, outcome: "unknown", accepted: [] }));
    }
  }
}

function answers(batch: readonly Outgoing[], rows: readonly TakenRow[]): CarrierAnswer[] {
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  return batch.map(({ id }) => {
    const reference = references.get(id);
    if (reference === undefined) return { id, outcome: "refused", code: REFUSED_ENDING };
    return { id, outcome: "accepted", references: [reference] };
  });
}

async function takeReports(db: Database, now: Date, delayMs: number): Promise<ReportBatch> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const rows = await db.query<BundleRow | NextRow>(takeReportsStatement(now, lease, TAKE_LIMITS));
  const nextAt = rows.find((row) => row.id === null)?.nextAt ?? null;
  const bundles = rows.filter((row) => row.id !== null);
  const ids = bundles.map(({ id }) => id);
  return {
    reports: bundles.flatMap(reportsOf),
    nextAt,
    acknowledge: async (keys) => {
      const owed = bundles.flatMap((bundle) => advanced(bundle, keys, now, delayMs));
      await db.transaction(async (tx) => {
        const told = await tx.query<{ id: string }>(dropToldStatement(ids, lease));
        const own = new Set(told.map(({ id }) => id));
        const left = owed.filter((bundle) => own.has(bundle.of));
        if (left.length > 0) await tx.query(oweStatement(left));
      }, "named");
    },
  };
}

function reportsOf({ references, codes, given, happensAt }: BundleRow): CarrierReport[] {
  const code = codes[given] as number;
  return references.map((reference) => ({
    reference,
    key: keyOf(reference, given),
    code,
    reportedAt: happensAt,
  }));
}

function keyOf(reference: string, given: number): string {
  return `${reference}/${given}`;
}

/** Returns the bundles that replace a bundle: one for its next report, and one for unacknowledged reports. */
function advanced(bundle: BundleRow, keys: ReadonlySet<string>, now: Date, delayMs: number) {
  const { references, codes, given, happensAt } = bundle;
  const told = references.filter((reference) => keys.has(keyOf(reference, given)));
  const untold = references.filter((reference) => !keys.has(keyOf(reference, given)));
  const isTired = now.getTime() - happensAt.getTime() > GIVE_UP_MS;
  const next = after(happensAt, delayMs);
  const parts = [
    { references: told, given: given + 1, happensAt: next, dueAt: next },
    { references: isTired ? [] : untold, given, happensAt, dueAt: after(now, RETRY_MS) },
  ];
  return parts
    .filter((part) => part.references.length > 0 && part.given < codes.length)
    .map((part) => ({ ...part, codes, id: newId(), of: bundle.id }));
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

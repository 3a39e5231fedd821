import type { Database, Queryable } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure } from "@/lib/db/unavailable";
import {
  addFiguresStatement,
  addLatenciesStatement,
  type FigureSums,
  type LatencySums,
} from "@/lib/messages/networks/carrier-figures.sql";
import {
  ANSWER_BOUNDS_MS,
  type ClassBounds,
  classOf,
  REPORT_BOUNDS_MS,
  SLOT_MS,
} from "@/lib/messages/networks/latency";
import { processWide } from "@/lib/process-wide";

/** How long figures gather before they are written. */
const WRITE_MS = 1_000;

/** How many rows share the sums of a carrier's five minutes, and those since ever: a process keeps to one of them. */
const SHARDS = 16;

/** A message that was handed over, when, and how long the answer took; null where there was none. */
export type HandedOver = { at: Date; isAccepted: boolean; answerMs: number | null };

/** A message of which the last report came: when it was handed over, and how long it took. In milliseconds. */
export type Ended = { submittedAtMs: number; isDelivered: boolean; ms: number };

/**
 * Counts what carriers do, and writes the sums once a second (rules: network figures): a statement for each batch of
 * answers or reports would cost as much as these. They are figures for people, not books: what a process that is killed
 * had not written is lost.
 */
class CarrierCounter {
  private readonly db: Database;
  private readonly shard = Math.floor(Math.random() * SHARDS);
  private figures = new Map<string, FigureSums>();
  private latencies = new Map<string, LatencySums>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.db = db;
  }

  handedOver(carrier: string, messages: readonly HandedOver[]): void {
    for (const { at, isAccepted, answerMs } of messages) {
      const sums = this.sumsOf(carrier, at.getTime());
      sums.submitted++;
      if (isAccepted) sums.accepted++;
      if (answerMs === null) continue;
      const ever = this.everOf(carrier);
      count([sums.answers, ever.answers], ANSWER_BOUNDS_MS, answerMs);
      ever.answerMs += answerMs;
    }
    this.writeSoon();
  }

  ended(carrier: string, messages: readonly Ended[]): void {
    for (const { submittedAtMs, isDelivered, ms } of messages) {
      const sums = this.sumsOf(carrier, submittedAtMs);
      if (isDelivered) sums.delivered++;
      const ever = this.everOf(carrier);
      count([sums.reports, ever.reports], REPORT_BOUNDS_MS, ms);
      ever.reportMs += ms;
    }
    this.writeSoon();
  }

  /** @returns when all that was counted is written, or could not be. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private writeSoon(): void {
    if (this.timer !== undefined || this.figures.size === 0) return;
    pending.value.add(this);
    this.timer = setTimeout(() => this.flush(), WRITE_MS);
    this.timer.unref();
  }

  private async write(): Promise<void> {
    const { figures, latencies } = this;
    pending.value.delete(this);
    if (figures.size === 0 || this.db.isClosed()) return;
    this.figures = new Map();
    this.latencies = new Map();
    try {
      await this.db.transaction(async (tx) => {
        await tx.query(addFiguresStatement([...figures.values()], this.shard));
        if (latencies.size > 0) await tx.query(addLatenciesStatement([...latencies.values()], this.shard));
      });
    } catch (error) {
      if (this.db.isClosed()) return;
      logFailure(error, {}, "the figures of networks could not be written");
      if (databaseFailure(error) === "unavailable") this.takeBack(figures, latencies);
    }
  }

  /** Keeps what was not written for the next time. */
  private takeBack(
    figures: ReadonlyMap<string, FigureSums>,
    latencies: ReadonlyMap<string, LatencySums>,
  ): void {
    for (const { carrier, at, submitted, accepted, delivered, answers, reports } of figures.values()) {
      const sums = this.sumsOf(carrier, at.getTime());
      sums.submitted += submitted;
      sums.accepted += accepted;
      sums.delivered += delivered;
      add(sums.answers, answers);
      add(sums.reports, reports);
    }
    for (const { carrier, answers, answerMs, reports, reportMs } of latencies.values()) {
      const ever = this.everOf(carrier);
      add(ever.answers, answers);
      add(ever.reports, reports);
      ever.answerMs += answerMs;
      ever.reportMs += reportMs;
    }
    this.writeSoon();
  }

  private sumsOf(carrier: string, atMs: number): FigureSums {
    const slot = Math.floor(atMs / SLOT_MS);
    const key = `${slot} ${carrier}`;
    const existing = this.figures.get(key);
    if (existing) return existing;
    const sums = {
      carrier,
      at: new Date(slot * SLOT_MS),
      submitted: 0,
      accepted: 0,
      delivered: 0,
      ...none(),
    };
    this.figures.set(key, sums);
    return sums;
  }

  private everOf(carrier: string): LatencySums {
    const existing = this.latencies.get(carrier);
    if (existing) return existing;
    const sums = { carrier, answerMs: 0, reportMs: 0, ...none() };
    this.latencies.set(carrier, sums);
    return sums;
  }
}

const none = () => ({ answers: zeros(ANSWER_BOUNDS_MS), reports: zeros(REPORT_BOUNDS_MS) });

const zeros = (bounds: ClassBounds): number[] => Array(bounds.length + 1).fill(0);

function count(all: readonly number[][], bounds: ClassBounds, ms: number): void {
  const index = classOf(ms, bounds);
  for (const counts of all) counts[index] = (counts[index] ?? 0) + 1;
}

function add(counts: number[], more: readonly number[]): void {
  for (const [index, each] of more.entries()) counts[index] = (counts[index] ?? 0) + each;
}

const counters = processWide("gatewayCarrierCounters", () => new WeakMap<Queryable, CarrierCounter>());

/** The counters of this process that have something to write. */
const pending = processWide("gatewayCarrierCountersPending", () => new Set<CarrierCounter>());

/** What counts for a database in this process. */
export function carrierCounterOf(db: Database): CarrierCounter {
  const existing = counters.value.get(db);
  if (existing) return existing;
  const counter = new CarrierCounter(db);
  counters.value.set(db, counter);
  return counter;
}

/** Writes what this process has counted for a database, so that who reads next finds it. */
export async function flushCarrierCounter(db: Queryable): Promise<void> {
  await counters.value.get(db)?.flush();
}

/** Writes all that this process has counted: before it ends, or may be frozen. */
export async function flushCarrierCounters(): Promise<void> {
  await Promise.all([...pending.value].map((counter) => counter.flush()));
}

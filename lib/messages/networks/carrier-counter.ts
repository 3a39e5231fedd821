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

/** The time for which figures gather before they are written. */
const WRITE_MS = 1_000;

/**
 * The number of rows that share the sums of a carrier's five minutes, and its sums since the beginning. A process
 * uses one of them.
 */
const SHARDS = 16;

/** A message that was handed over: the time, and the duration until the answer; null without one. */
export type HandedOver = { at: Date; isAccepted: boolean; answerMs: number | null };

/** A message with its last report: the time of its handover, and the duration until the report. In milliseconds. */
export type EndedMessage = { submittedAtMs: number; isDelivered: boolean; ms: number };

/**
 * Counts the messages of carriers, and writes the sums once a second (rules: network figures). A statement for each
 * batch of answers or reports would cost as much as the batch. The figures are for people, not books: a killed
 * process loses its unwritten counts.
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

  ended(carrier: string, messages: readonly EndedMessage[]): void {
    for (const { submittedAtMs, isDelivered, ms } of messages) {
      const sums = this.sumsOf(carrier, submittedAtMs);
      if (isDelivered) sums.delivered++;
      const ever = this.everOf(carrier);
      count([sums.reports, ever.reports], REPORT_BOUNDS_MS, ms);
      ever.reportMs += ms;
    }
    this.writeSoon();
  }

  /** @returns after all counts are written, or the write has failed. */
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

  /** Keeps unwritten sums for the next write. */
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

/** The counters of this process with unwritten sums. */
const pending = processWide("gatewayCarrierCountersPending", () => new Set<CarrierCounter>());

/** Returns this process's counter for a database. */
export function carrierCounterOf(db: Database): CarrierCounter {
  const existing = counters.value.get(db);
  if (existing) return existing;
  const counter = new CarrierCounter(db);
  counters.value.set(db, counter);
  return counter;
}

/** Writes this process's counts for a database, so that the next read includes them. */
export async function flushCarrierCounter(db: Queryable): Promise<void> {
  await counters.value.get(db)?.flush();
}

/** Writes all counts of this process, before it ends or may be frozen. */
export async function flushCarrierCounters(): Promise<void> {
  await Promise.all([...pending.value].map((counter) => counter.flush()));
}

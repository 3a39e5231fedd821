import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { allCells, elsewhereOf } from "@/lib/db/cells/cells";
import { readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { type Queues, queuesStatement } from "@/lib/jobs/health/read-health.sql";
import { latencyMetrics } from "@/lib/jobs/metrics/latency-metrics";
import type { Metric, Sample } from "@/lib/jobs/metrics/metric";
import {
  type BilledToday,
  billedStatement,
  type CarrierState,
  carriersStatement,
  connectionsStatement,
} from "@/lib/jobs/metrics/read-metrics.sql";
import { lastAudit } from "@/lib/messages/audit/nightly-audit";
import type { FinishedAudit } from "@/lib/messages/audit/nightly-audit.sql";
import { readLatencies } from "@/lib/messages/networks/carrier-figures";
import { nzDate } from "@/lib/sms/nz-time";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

const MICROS = 1_000_000;

/** The time limit of each cell: a scraper waits some ten seconds for all cells together. */
const CELL_MS = 3_000;

/**
 * Reads the metrics of the whole service. All figures come from the databases, so that each process returns the same.
 * If there are several cells, each figure has a label with its cell.
 * @param simulator the name of the carrier that exists without a row.
 */
export async function readMetrics(home: Database, setup: Setup, now: Date): Promise<Metric[]> {
  const cells = allCells(home);
  const { parts, awayCells } = await readOfCells(cells, (cell) => readCellMetrics(cell, setup, now), CELL_MS);
  const [only] = parts;
  if (cells.length === 1 && only) return only.read;
  const ups = [
    ...parts.map(({ cell }) => ({ cell, value: 1 })),
    ...awayCells.map((cell) => ({ cell, value: 0 })),
  ];
  const samples = ups.map(({ cell, value }) => ({ labels: { cell: String(cell) }, value }));
  return [
    { name: "gateway_cell_up", help: "1 if a cell's database answers, or 0.", samples },
    ...ofAllCells(parts),
  ];
}

/** Merges the figures of all cells: the format requires that those of one name are together. */
function ofAllCells(parts: readonly { cell: number; read: readonly Metric[] }[]): Metric[] {
  const byName = new Map<string, Metric & { samples: Sample[] }>();
  for (const { cell, read } of parts)
    for (const { samples, ...metric } of read) {
      const known = byName.get(metric.name) ?? { ...metric, samples: [] };
      byName.set(metric.name, known);
      for (const sample of samples)
        known.samples.push({ ...sample, labels: { cell: String(cell), ...sample.labels } });
    }
  return [...byName.values()];
}

type Setup = { quiet: QuietHours; simulator: string };

async function readCellMetrics(db: Database, { quiet, simulator }: Setup, now: Date): Promise<Metric[]> {
  const [[queues], carriers, latencies, billed, audited, [database]] = await Promise.all([
    db.query<Queues>(queuesStatement(now, releaseTime(now, quiet))),
    db.query<CarrierState>(carriersStatement({ id: SIMULATOR_ID, name: simulator }, now)),
    readLatencies(db),
    db.query<BilledToday>(billedStatement(nzDate(now), elsewhereOf(db))),
    lastAudit(db),
    db.query<{ connections: number; maxConnections: number }>(connectionsStatement()),
  ]);
  if (!queues || !database) throw new Error("Each of these statements gives one row.");
  return [
    ...queueMetrics(queues, now),
    ...carrierMetrics(carriers, now),
    ...latencyMetrics(latencies),
    ...billedMetrics(billed),
    ...(audited ? auditMetrics(audited, now) : []),
    metric("gateway_database_bytes", "The size of the database.", Number(queues.sizeBytes)),
    metric("gateway_database_connections", "Connections to the database.", database.connections),
    metric("gateway_database_connections_max", "Connections that it allows.", database.maxConnections),
  ];
}

function queueMetrics(queues: Queues, now: Date): Metric[] {
  return [
    metric("gateway_messages_due", "Messages that should be on their way.", queues.dispatchDue),
    metric(
      "gateway_messages_oldest_due_seconds",
      "The time since the first of them was due.",
      ageS(queues.dispatchOldestAt, now),
    ),
    metric("gateway_messages_held", "Messages that wait for the approval of a domain.", queues.held),
    metric("gateway_messages_night", "Messages that wait for the morning.", queues.night),
    metric("gateway_auto_replies_due", "Auto replies that should be sent.", queues.repliesDue),
    metric(
      "gateway_auto_replies_oldest_due_seconds",
      "The time since the first of them was due.",
      ageS(queues.repliesOldestAt, now),
    ),
    metric("gateway_webhooks_due", "Webhook events that should be on their way.", queues.webhooksDue),
    metric(
      "gateway_webhooks_oldest_due_seconds",
      "The time since the first of them was due.",
      ageS(queues.webhooksOldestAt, now),
    ),
    metric("gateway_webhooks_retrying", "Events that are tried again later.", queues.webhooksRetrying),
    metric("gateway_webhooks_kept", "Events kept for paused endpoints.", queues.webhooksKept),
    metric("gateway_emails_due", "Emails that should be on their way.", queues.emailsDue),
    metric(
      "gateway_emails_oldest_due_seconds",
      "The time since the first of them was due.",
      ageS(queues.emailsOldestAt, now),
    ),
    metric(
      "gateway_last_submission_age_seconds",
      "The time since a carrier last accepted a message.",
      queues.lastSubmittedAt && ageS(queues.lastSubmittedAt, now),
    ),
    metric(
      "gateway_last_report_age_seconds",
      "The time since the last report arrived.",
      queues.lastReportAt && ageS(queues.lastReportAt, now),
    ),
  ];
}

function auditMetrics({ endedAt, findings }: FinishedAudit, now: Date): Metric[] {
  const disagreements = findings.reduce((sum, { count }) => sum + count, 0);
  return [
    metric(
      "gateway_books_disagreements",
      "Disagreements that the last audit of the books found.",
      disagreements,
    ),
    metric("gateway_books_audit_age_seconds", "The time since that audit ended.", ageS(endedAt, now)),
  ];
}

function carrierMetrics(carriers: readonly CarrierState[], now: Date): Metric[] {
  const each = (value: (carrier: CarrierState) => number): Sample[] =>
    carriers.map((carrier) => ({ labels: { carrier: carrier.name }, value: value(carrier) }));
  const known = (value: (carrier: CarrierState) => number | null): Sample[] =>
    each((carrier) => value(carrier) ?? Number.NaN).filter(({ value: figure }) => !Number.isNaN(figure));
  return [
    {
      name: "gateway_carrier_up",
      help: "1 if a carrier accepts messages, or 0.",
      samples: each(({ isUp }) => (isUp ? 1 : 0)),
    },
    {
      name: "gateway_carrier_links_bound",
      help: "The number of its links that are bound.",
      samples: each(({ boundLinks }) => boundLinks),
    },
    {
      name: "gateway_carrier_messages_due",
      help: "Messages that should be on their way to it.",
      samples: each(({ due }) => due),
    },
    {
      name: "gateway_carrier_oldest_due_seconds",
      help: "The time since the first of them was due.",
      samples: each(({ oldestDueAt }) => ageS(oldestDueAt, now)),
    },
    {
      name: "gateway_carrier_sent_per_second",
      help: "Parts (or messages, by HTTP) that it is sent a second.",
      samples: known(({ perSecond }) => perSecond),
    },
    {
      name: "gateway_carrier_tps",
      help: "The most that it may be sent a second according to its settings.",
      samples: known(({ tps }) => tps),
    },
    {
      name: "gateway_carrier_allowed_per_second",
      help: "The most that it may be sent a second at present: less if it has throttled.",
      samples: known(({ allowedTps }) => allowedTps),
    },
    {
      name: "gateway_carrier_window_in_use",
      help: "Requests to it that wait for an answer.",
      samples: known(({ inUse }) => inUse),
    },
    {
      name: "gateway_carrier_window_size",
      help: "The most requests to it that may wait for an answer.",
      samples: known(({ windowSize }) => windowSize),
    },
    {
      name: "gateway_carrier_reports_parked",
      help: "Reports of the last 72 hours that match no message.",
      samples: each(({ parked }) => parked),
    },
  ];
}

function billedMetrics(billed: readonly BilledToday[]): Metric[] {
  const each = (value: (row: BilledToday) => number): Sample[] =>
    billed.map((row) => ({ labels: { type: row.sendType }, value: value(row) }));
  return [
    {
      name: "gateway_messages_today",
      help: "Messages accepted since midnight in New Zealand.",
      samples: each(({ messages }) => Number(messages)),
    },
    {
      name: "gateway_segments_today",
      help: "Parts that were billed for them.",
      samples: each(({ segments }) => Number(segments)),
    },
    {
      name: "gateway_net_dollars_today",
      help: "Their cost without GST, in New Zealand dollars.",
      samples: each(({ netMicros }) => Number(netMicros) / MICROS),
    },
  ];
}

/** @param value null if there is no figure. */
function metric(name: string, help: string, value: number | null): Metric {
  return { name, help, samples: value === null ? [] : [{ value }] };
}

/** Returns the seconds since a time; 0 for null, and for a time that is still to come. */
function ageS(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);
}

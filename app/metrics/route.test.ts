import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/metrics/route";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { formatMetrics } from "@/lib/jobs/metrics/metric";
import { accept } from "@/lib/messages/accept/accept";
import { ROOT } from "@/server/base/root";
import { waitingReply } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const TOKEN = "a token of the tests, and of nothing else";

function setToken(token: string | undefined) {
  if (token === undefined) delete process.env.METRICS_TOKEN;
  else process.env.METRICS_TOKEN = token;
  reloadEnv();
}

beforeEach(() => setToken(TOKEN));
afterEach(() => setToken(undefined));

type Dashboard = {
  panels: {
    id: number;
    title: string;
    type: string;
    gridPos: { x: number; w: number };
    fieldConfig: { defaults: { unit: string } };
    targets: { refId: string; expr: string }[];
  }[];
};

/** The names of Grafana's own panels for figures. */
const PANELS = [
  "barchart",
  "bargauge",
  "gauge",
  "heatmap",
  "histogram",
  "piechart",
  "stat",
  "state-timeline",
  "status-history",
  "table",
  "timeseries",
  "trend",
  "xychart",
];

/**
 * Grafana's units of counts, shares, money, data, rates and times. Grafana's dollar is `currencyUSD`, which
 * shows `$` alone. Grafana has no unit for New Zealand's dollar.
 */
const UNITS = [
  "none",
  "string",
  "short",
  "percent",
  "percentunit",
  "locale",
  "sci",
  "currencyUSD",
  "currencyGBP",
  "currencyEUR",
  "currencyJPY",
  "bits",
  "bytes",
  "kbytes",
  "mbytes",
  "gbytes",
  "tbytes",
  "decbytes",
  "deckbytes",
  "decmbytes",
  "decgbytes",
  "pps",
  "bps",
  "Bps",
  "KBs",
  "MBs",
  "GBs",
  "cps",
  "ops",
  "reqps",
  "rps",
  "wps",
  "iops",
  "cpm",
  "opm",
  "rpm",
  "wpm",
  "hertz",
  "ns",
  "µs",
  "ms",
  "s",
  "m",
  "h",
  "d",
  "dtdurationms",
  "dtdurations",
  "dthms",
  "clocks",
  "dateTimeAsIso",
  "dateTimeFromNow",
];

const scrape = (authorization = `Bearer ${TOKEN}`) =>
  call(GET, { method: "GET", headers: { authorization } });

/** Returns the figures by name with labels. */
async function figures(): Promise<Map<string, number>> {
  const { status, text } = await scrape();
  expect(status).toBe(200);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

/** Accepts a number of messages that have been due for 90 seconds. */
async function acceptDue(count: number) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const at = new Date(now().getTime() - 90_000);
  const items = Array.from({ length: count }, () => testItem({ dueAt: at }));
  await accept(db(), [testSubmission(accountId, { items })], at, () => "");
}

describe("/metrics", () => {
  it("is there for who has the token, and nowhere without one", async () => {
    for (const given of ["", `Bearer ${TOKEN}x`, TOKEN, "Bearer "])
      expect(await scrape(given)).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    setToken(undefined);
    expect(await scrape()).toMatchObject({ status: 404 });
    expect(await scrape("Bearer ")).toMatchObject({ status: 404 });
  });

  it("says what waits, since when, for which network, and what today was billed", async () => {
    await acceptDue(3);
    await db().prisma.carrier.create({ data: { name: "north", kind: "smpp", downSince: now() } });
    await db().query(sql`
      insert into carrier_links (carrier_id, number, owner, lease, state, per_second, in_use, window_size, tps, allowed_tps)
      select id, n, gen_random_uuid(), now() + n * interval '1 hour', 'bound', 1.5, 4, 10, 50, 25
      from carriers, generate_series(-1, 2) n`);
    await db().prisma.carrier.create({ data: { name: "south", kind: "http" } });
    await db().query(sql`
      insert into carrier_loads (carrier_id, owner, until, per_second, in_use, window_size, tps, allowed_tps)
      select id, gen_random_uuid(), now() + n * interval '1 hour', 1.5, 4, 10, 50, 25
      from carriers, generate_series(-1, 2) n where name = 'south'`);
    const report = { carrier: "north", reference: "r1", code: 1, reportedAt: now(), parkedAt: now() };
    await db().prisma.parkedReport.createMany({
      data: [
        { ...report, reportKey: "r1/1" },
        { ...report, reportKey: "r1/2" },
        { ...report, reportKey: "r1/1", carrier: "gone" },
      ],
    });
    await waitingReply((await testAccount()).accountId, new Date(now().getTime() - 90_000));
    const said = await figures();
    expect(said.get("gateway_auto_replies_due")).toBe(1);
    expect(said.get("gateway_auto_replies_oldest_due_seconds")).toBeGreaterThanOrEqual(90);
    expect(said.get("gateway_messages_due")).toBe(3);
    expect(said.get("gateway_messages_oldest_due_seconds")).toBeGreaterThanOrEqual(90);
    expect(said.get("gateway_webhooks_oldest_due_seconds")).toBe(0);
    expect(said.get('gateway_carrier_messages_due{carrier="simulator"}')).toBe(3);
    expect(said.get('gateway_carrier_up{carrier="simulator"}')).toBe(1);
    expect(said.get('gateway_carrier_up{carrier="north"}')).toBe(0);
    expect(said.get('gateway_carrier_links_bound{carrier="north"}')).toBe(2);
    const busy = (carrier: string) =>
      ["sent_per_second", "window_in_use", "window_size", "tps", "allowed_per_second"].map((name) =>
        said.get(`gateway_carrier_${name}{carrier="${carrier}"}`),
      );
    // All links share one rate. A network over HTTP has a rate for each process.
    expect(busy("north")).toEqual([3, 8, 20, 50, 25]);
    expect(busy("south")).toEqual([3, 8, 20, 100, 50]);
    expect(busy("simulator")).toEqual(Array(5).fill(undefined));
    expect(said.get('gateway_carrier_reports_parked{carrier="north"}')).toBe(2);
    expect(said.get('gateway_carrier_reports_parked{carrier="simulator"}')).toBe(0);
    expect(said.get("gateway_database_connections")).toBeGreaterThan(0);
    expect(said.has("gateway_last_submission_age_seconds")).toBe(false);
    const today = [...said].filter(([name]) => name.startsWith("gateway_messages_today"));
    expect(today.reduce((sum, [, value]) => sum + value, 0)).toBe(3);
  });

  it("is text as Prometheus reads it: each metric explained once, then its figures", async () => {
    await acceptDue(1);
    await db().prisma.carrierLatency.create({ data: { carrier: "north", shard: 0, answerCounts: [1n] } });
    const { text, headers } = await scrape();
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const label = '[a-z]+="([^"\\\\\\n]|\\\\.)*"';
    const sample = `[a-z_]+(\\{${label}(,${label})*\\})? [0-9.e+-]+\\n`;
    expect(text).toMatch(
      new RegExp(
        `^(# HELP ([a-z_]+) [^\\n]+\\n# TYPE \\2 (gauge\\n((?=\\2[ {])${sample})*|histogram\\n((?=\\2_(bucket|sum|count)[{])${sample})*))+$`,
      ),
    );
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has what carriers take to answer and to report as histograms, whose buckets add up", async () => {
    await db().prisma.carrierLatency.createMany({
      data: [
        { carrier: "north", shard: 0, answerCounts: [3n, 1n], answerMs: 45n, reportCounts: [0n, 2n] },
        { carrier: "north", shard: 1, answerCounts: [1n, ...Array(11).fill(0n), 1n], answerMs: 61_000n },
      ],
    });
    const said = await figures();
    const bucket = (le: string) =>
      said.get(`gateway_carrier_answer_seconds_bucket{carrier="north",le="${le}"}`);
    expect(["0.01", "0.025", "60", "+Inf"].map(bucket)).toEqual([4, 5, 5, 6]);
    expect(said.get('gateway_carrier_answer_seconds_sum{carrier="north"}')).toBe(61.045);
    expect(said.get('gateway_carrier_answer_seconds_count{carrier="north"}')).toBe(6);
    expect(said.get('gateway_carrier_report_seconds_bucket{carrier="north",le="1"}')).toBe(0);
    expect(said.get('gateway_carrier_report_seconds_count{carrier="north"}')).toBe(2);
  });

  it("escapes what would end a label", () => {
    const samples = [{ labels: { carrier: 'a\\b"c\nd' }, value: 1 }];
    expect(formatMetrics([{ name: "up", help: "Up.", samples }])).toBe(
      '# HELP up Up.\n# TYPE up gauge\nup{carrier="a\\\\b\\"c\\nd"} 1\n',
    );
  });

  it("has every figure that the dashboard and the documents name", async () => {
    await db().prisma.bookAudit.create({ data: { day: now(), begunAt: now(), endedAt: now() } });
    const { text } = await scrape();
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = ["docs/grafana.json", "docs/operations.md", "docs/networks.md"].flatMap((file) =>
      readFileSync(path.join(ROOT, file), "utf8").match(/gateway_[a-z_]+/g),
    );
    expect(named.length).toBeGreaterThan(20);
    const metrics = named.map((name) => name?.replace(/_(bucket|sum|count)$/, "") ?? "");
    expect(metrics.filter((name) => !there.has(name))).toEqual([]);
  });

  it("has a dashboard of Grafana's panels and units", () => {
    const { panels } = JSON.parse(readFileSync(path.join(ROOT, "docs/grafana.json"), "utf8")) as Dashboard;
    expect(panels.length).toBeGreaterThan(15);
    for (const { id, title, type, fieldConfig, targets, gridPos } of panels) {
      expect(PANELS, title).toContain(type);
      expect(UNITS, title).toContain(fieldConfig.defaults.unit);
      expect(targets.length, title).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      expect(panels.filter((panel) => panel.id === id)).toHaveLength(1);
    }
  });
});

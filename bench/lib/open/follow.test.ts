import { expect, it } from "vitest";
import { type Answers, numberText } from "@/bench/lib/load/load";
import { follow } from "@/bench/lib/open/follow";
import type { Timeline } from "@/bench/lib/outside/timeline";

const FIRST = 1_000;
const RATE = { perSecond: 2, isKeyed: false };

/** Ten requests, one each half second, each accepted after 4 ms. */
const offered = (): Answers => ({
  firstNumber: FIRST,
  dueAt: ten((index) => index * 500),
  answeredAt: ten((index) => index * 500 + 4),
  statuses: ten(() => 200),
  ids: ten((index) => `id-${index}`),
  allIds: [],
  samples: [],
});
const ten = <Value>(of: (index: number) => Value) => Array.from({ length: 10 }, (_, index) => of(index));
const number = (index: number) => numberText(FIRST + index);

/**
 * The network has each message after 10 ms. Its two receipts follow at once and after 100 ms. Each webhook
 * arrives 5 ms later.
 */
const timeline = (): Timeline => ({
  submissions: ten((index) => [number(index), index * 500 + 10]),
  receipts: ten((index) => index * 500 + 10).flatMap((at, index): Timeline["receipts"] => [
    [number(index), "ACCEPTD", at],
    [number(index), "DELIVRD", at + 100],
  ]),
  webhooks: ten((index) => index * 500 + 15).flatMap((at, index): Timeline["webhooks"] => [
    [`id-${index}`, "ACCEPTD", at],
    [`id-${index}`, "DELIVRD", at + 100],
  ]),
});

it("counts times from the instant at which each step was due", () => {
  expect(follow(offered(), timeline(), RATE)).toMatchObject({
    accepted: 10,
    answer: { p50: 4, p99: 4 },
    network: { p50: 10, p99: 10 },
    webhooks: { p50: 5, p99: 5 },
    missing: { network: 0, webhooks: 0 },
    again: 0,
    strays: 0,
    // The last request is due at this instant.
    waiting: { middle: { network: 0, webhooks: 0 }, end: { network: 1, webhooks: 0 } },
    isKept: true,
  });
});

it("names messages and webhooks that are missing, and those that came again", () => {
  const events = timeline();
  events.submissions.splice(3, 1);
  events.webhooks.splice(4, 1);
  events.submissions.push([number(0), 9_000]);
  events.webhooks.push(["id-0", "DELIVRD", 9_000]);
  // Events of an earlier rate.
  events.submissions.push([numberText(FIRST - 1), 0]);
  events.receipts.push([numberText(FIRST + 10), "DELIVRD", 0]);
  expect(follow(offered(), events, RATE)).toMatchObject({
    missing: { network: 1, webhooks: 1 },
    examples: ["message id-3", "ACCEPTD of id-2"],
    again: 2,
  });
});

it("does not keep a rate at which requests are refused, or a second's worth waits at the end", () => {
  const refused = offered();
  refused.statuses.splice(8, 2, 503, 0);
  expect(follow(refused, timeline(), RATE)).toMatchObject({
    accepted: 8,
    refused: 1,
    unanswered: 1,
    strays: 2,
    isKept: false,
  });
  const late = timeline();
  for (const submission of late.submissions) submission[1] = submission[1] * 1.3;
  expect(follow(offered(), late, RATE)).toMatchObject({
    waiting: { middle: { network: 1 }, end: { network: 3 } },
    isKept: false,
  });
});

it("follows a report by its number where the product has no ids", () => {
  const events = timeline();
  events.webhooks = events.receipts.map(([own, status, at]) => [own, status, at + 7]);
  expect(follow({ ...offered(), ids: ten(() => null) }, events, { ...RATE, isKeyed: true })).toMatchObject({
    webhooks: { p50: 7 },
    missing: { webhooks: 0 },
  });
});

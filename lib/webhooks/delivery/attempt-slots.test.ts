import { describe, expect, it } from "vitest";
import {
  AttemptSlots,
  MAX_ATTEMPTS,
  MAX_FAILING,
  MAX_UNTRIED,
  MAX_WINDOW,
  PROMPT_MS,
} from "@/lib/webhooks/delivery/attempt-slots";

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const endpoint = (accountId: number) => ({ accountId, kind: "report" as const });

const PROMPT = { ok: true, durationMs: PROMPT_MS - 1 };
const SLOW = { ok: true, durationMs: PROMPT_MS };
const FAILED = { ok: false, durationMs: 1 };

function windowOf(slots: AttemptSlots): number | undefined {
  return slots.at(NOW).busy[0]?.window;
}

describe("the slots of a process", () => {
  it("are a quarter for what fails; neither that nor what was never tried takes those of who answers", () => {
    const slots = new AttemptSlots();
    const untouched = slots.at(NOW).free;
    expect(untouched).toEqual({ untried: 100, failing: 50, slow: 50, prompt: 512 });
    expect(MAX_FAILING).toBe(MAX_ATTEMPTS / 4);
    for (let id = 0; id < MAX_FAILING; id++) slots.begin(endpoint(id), "failing", NOW);
    for (let id = 0; id < MAX_UNTRIED; id++) slots.begin(endpoint(10_000 + id), "untried", NOW);
    expect(slots.at(later(60_000)).free).toEqual({ ...untouched, untried: 0, failing: 0 });
  });

  it("that hang among those that answer are given up within half a second, until all are used", () => {
    const slots = new AttemptSlots();
    let at = 0;
    for (let id = 0; ; id++) {
      if (slots.at(later(at)).free.prompt === 0) at += PROMPT_MS;
      if (slots.at(later(at)).free.prompt === 0) break;
      slots.begin(endpoint(id), "prompt", later(at));
    }
    expect(slots.underWay).toBe(MAX_UNTRIED);
    expect(at).toBeGreaterThan(PROMPT_MS);
    expect(slots.at(later(at)).free).toMatchObject({ untried: 100, slow: 0 });
  });

  it("come back as attempts end, once each", () => {
    const slots = new AttemptSlots();
    const before = slots.at(NOW);
    const ends = (["prompt", "slow", "untried", "failing"] as const).map((name, id) =>
      slots.begin(endpoint(id), name, NOW),
    );
    expect(slots.underWay).toBe(4);
    for (const end of [...ends, ...ends]) end(FAILED);
    expect(slots.underWay).toBe(0);
    expect(slots.at(NOW)).toEqual(before);
  });
});

describe("an endpoint's window", () => {
  it("grows from 8 by one with each prompt answer up to 64, and is halved by any other", () => {
    const slots = new AttemptSlots();
    const answer = (result: typeof PROMPT) => slots.begin(endpoint(1), "prompt", NOW)(result);
    answer(PROMPT);
    expect(windowOf(slots)).toBe(9);
    for (let count = 0; count < 200; count++) answer(PROMPT);
    expect(windowOf(slots)).toBe(MAX_WINDOW);
    answer(SLOW);
    expect(windowOf(slots)).toBe(MAX_WINDOW / 2);
    answer(FAILED);
    expect(windowOf(slots)).toBe(MAX_WINDOW / 4);
    for (let count = 0; count < 5; count++) answer(FAILED);
    // As if nothing were known of it.
    expect(slots.at(NOW).busy).toEqual([]);
  });

  it("is remembered for a thousand endpoints, the latest ones", () => {
    const slots = new AttemptSlots();
    for (let id = 0; id < 1_500; id++) slots.begin(endpoint(id), "prompt", NOW)(PROMPT);
    const remembered = slots.at(NOW).busy.map(({ accountId }) => accountId);
    expect(remembered).toHaveLength(1_000);
    expect(Math.min(...remembered)).toBe(500);
  });
});

import { describe, expect, it } from "vitest";
import {
  AttemptSlots,
  KEPT_FOR_PROMPT,
  MAX_ANSWERING,
  MAX_ATTEMPTS,
  MAX_BEGUN_TOGETHER,
  MAX_FAILING,
  MAX_UNTRIED,
  MAX_WINDOW,
  PROMPT_FOR_MS,
  PROMPT_MS,
} from "@/lib/webhooks/delivery/attempt-slots";

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const endpoint = (accountId: number) => ({ accountId, kind: "report" as const, number: 0 });

const PROMPT = { ok: true, durationMs: PROMPT_MS - 1 };
const SLOW = { ok: true, durationMs: PROMPT_MS };
const TICK_MS = 40;
const FAILED = { ok: false, durationMs: 1 };

function windowOf(slots: AttemptSlots): number | undefined {
  return slots.at(NOW).busy[0]?.window;
}

/**
 * Begins attempts of this class that never end, each at its own endpoint, until none may begin for half a second.
 * @returns the instant, and the fewest free slots of prompt endpoints at any tick.
 */
function hangAll(slots: AttemptSlots, name: "usual" | "prompt"): { at: number; leastPrompt: number } {
  let leastPrompt = Number.POSITIVE_INFINITY;
  for (let at = 0, id = 0, waited = 0; ; at += TICK_MS) {
    const { free } = slots.at(later(at));
    leastPrompt = Math.min(leastPrompt, free.prompt);
    waited = free[name] > 0 ? 0 : waited + TICK_MS;
    if (waited > PROMPT_MS) return { at, leastPrompt };
    for (let place = 0; place < free[name]; place++) slots.begin(endpoint(id++), name, later(at));
  }
}

describe("the slots of a process", () => {
  it("are a quarter for what fails; neither that nor what was never tried takes those of who answers", () => {
    const slots = new AttemptSlots();
    const untouched = slots.at(NOW).free;
    expect(untouched).toEqual(MAX_BEGUN_TOGETHER);
    expect(MAX_FAILING).toBe(MAX_ATTEMPTS / 4);
    for (let id = 0; id < MAX_FAILING; id++) slots.begin(endpoint(id), "failing", NOW);
    for (let id = 0; id < MAX_UNTRIED; id++) slots.begin(endpoint(10_000 + id), "untried", NOW);
    expect(slots.at(later(60_000)).free).toEqual({ ...untouched, untried: 0, failing: 0 });
  });

  it("are kept for endpoints that have just answered, however many others stop to", () => {
    const slots = new AttemptSlots();
    const { at, leastPrompt } = hangAll(slots, "usual");
    expect(slots.inFlight).toBe(MAX_ANSWERING - KEPT_FOR_PROMPT);
    expect(slots.at(later(at)).free).toMatchObject({ usual: 0, slow: 0 });
    expect(leastPrompt).toBe(MAX_BEGUN_TOGETHER.prompt);
  });

  it("that hang among these are given up within half a second, until all are used", () => {
    const slots = new AttemptSlots();
    const { at } = hangAll(slots, "prompt");
    expect(at).toBeGreaterThan(PROMPT_MS);
    expect(slots.inFlight).toBe(MAX_ANSWERING);
    expect(slots.at(later(at)).free).toMatchObject({ untried: 100, slow: 0, usual: 0 });
  });

  it("never become more than there are, whatever begins at the same time", () => {
    const slots = new AttemptSlots();
    for (let at = 0, id = 0; at < 4_000; at += TICK_MS) {
      const { free } = slots.at(later(at));
      for (const name of ["prompt", "usual", "slow", "untried", "failing"] as const)
        for (let place = 0; place < free[name]; place++) slots.begin(endpoint(id++), name, later(at));
      expect(slots.inFlight).toBeLessThanOrEqual(MAX_ATTEMPTS);
    }
    expect(slots.inFlight).toBe(MAX_ATTEMPTS);
  });

  it("come back as attempts end, once each", () => {
    const slots = new AttemptSlots();
    const before = slots.at(NOW);
    const ends = (["prompt", "usual", "slow", "untried", "failing"] as const).map((name, id) =>
      slots.begin(endpoint(id), name, NOW),
    );
    expect(slots.inFlight).toBe(5);
    for (const end of [...ends, ...ends]) end(FAILED);
    expect(slots.inFlight).toBe(0);
    expect(slots.at(NOW)).toEqual(before);
  });
});

describe("an endpoint", () => {
  const answersAt = (slots: AttemptSlots, ms: number) => slots.at(later(ms)).busy[0]?.answers;

  it("is prompt for ten seconds after each prompt answer, and slow while an attempt hangs", () => {
    const slots = new AttemptSlots();
    const end = slots.begin(endpoint(1), "usual", NOW);
    expect(answersAt(slots, PROMPT_MS - 1)).toBe("usual");
    end({ ok: true, durationMs: 100 });
    expect(answersAt(slots, 100)).toBe("prompt");
    expect(answersAt(slots, 100 + PROMPT_FOR_MS - 1)).toBe("prompt");
    expect(answersAt(slots, 100 + PROMPT_FOR_MS)).toBe("usual");
    slots.begin(endpoint(1), "prompt", later(1_000));
    expect(answersAt(slots, 1_000 + PROMPT_MS)).toBe("slow");
  });

  it("is prompt no more with attempts of which none has been answered since it began", () => {
    const slots = new AttemptSlots();
    slots.begin(endpoint(1), "usual", NOW)({ ok: true, durationMs: 100 });
    slots.begin(endpoint(1), "prompt", later(200));
    expect(answersAt(slots, 240)).toBe("usual");
    slots.begin(endpoint(1), "usual", later(240))({ ok: true, durationMs: 20 });
    expect(answersAt(slots, 280)).toBe("prompt");
  });

  it.each([
    ["a failure", FAILED],
    ["an answer that is late", SLOW],
  ])("is not prompt any more after %s", (_, result) => {
    const slots = new AttemptSlots();
    slots.begin(endpoint(1), "usual", NOW)(PROMPT);
    slots.begin(endpoint(1), "prompt", NOW);
    slots.begin(endpoint(1), "prompt", NOW)(result);
    expect(answersAt(slots, PROMPT_MS - 1)).toBe("usual");
  });
});

describe("places that are promised", () => {
  function promptOnes(slots: AttemptSlots, count: number): void {
    for (let id = 1; id <= count; id++) {
      slots.begin(endpoint(id), "usual", NOW)(PROMPT);
      slots.setBehind(endpoint(id), false);
    }
  }
  const promise = (slots: AttemptSlots) => slots.promise("report", later(1_000));

  it("are an endpoint's window at most, however many statements ask, and come back once", () => {
    const slots = new AttemptSlots();
    promptOnes(slots, 2);
    const first = promise(slots);
    expect(first.places).toEqual({ 1: 9, 2: 9 });
    expect(promise(slots).places).toEqual({});
    first.release();
    first.release();
    expect(slots.at(later(1_000)).busy.map(({ inFlight }) => inFlight)).toEqual([0, 0]);
    // Events that were written while the endpoint had no free place wait for it.
    expect(promise(slots).places).toEqual({});
    slots.setBehind(endpoint(2), false);
    expect(promise(slots).places).toEqual({ 2: 9 });
  });

  it("are for endpoints of the kind that are prompt, and shared evenly between these", () => {
    const slots = new AttemptSlots();
    promptOnes(slots, 200);
    slots.begin({ accountId: 500, kind: "inbound", number: 0 }, "usual", NOW)(PROMPT);
    slots.setBehind({ accountId: 500, kind: "inbound", number: 0 }, false);
    slots.begin(endpoint(1), "prompt", NOW);
    slots.begin(endpoint(2), "usual", NOW)(FAILED);
    const { places } = promise(slots);
    expect(Object.keys(places)).toHaveLength(198);
    expect(new Set(Object.values(places))).toEqual(new Set([2]));
  });
});

describe("an endpoint's window", () => {
  it("grows from 8 by one with each prompt answer up to 256, and is halved by any other", () => {
    const slots = new AttemptSlots();
    const answer = (result: typeof PROMPT) => slots.begin(endpoint(1), "prompt", NOW)(result);
    answer(PROMPT);
    expect(windowOf(slots)).toBe(9);
    for (let count = 0; count < 300; count++) answer(PROMPT);
    expect(windowOf(slots)).toBe(MAX_WINDOW);
    answer(SLOW);
    expect(windowOf(slots)).toBe(MAX_WINDOW / 2);
    answer(FAILED);
    expect(windowOf(slots)).toBe(MAX_WINDOW / 4);
    for (let count = 0; count < 6; count++) answer(FAILED);
    // The endpoint is forgotten.
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

import { expect, test } from "vitest";
import { explainedLatency } from "@/app/admin/networks/_components/explained-latency";

const within = (ms: number, isMore = false) => ({ ms, isMore });

test.each([
  [within(50), within(2_500), "Answers: half within 50 ms, 95% within 2.5 s."],
  [within(300_000), within(86_400_000, true), "Answers: half within 5 min, 95% not within 24 h."],
])("a latency is said in words", (median, most, words) => {
  expect(explainedLatency("Answers", { median, most })).toBe(words);
});

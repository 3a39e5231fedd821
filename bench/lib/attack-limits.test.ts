import { expect, it } from "vitest";
import { brokenLimits } from "@/bench/lib/attack-limits";

const met = { answered: 100, refused: 0, p50Ms: 5, p99Ms: 300, maxMs: 900 };

it("finds nothing wrong at the limits", () => {
  expect(brokenLimits("flood", { sends: met, lists: met }, 100)).toEqual([]);
});

it("names each limit that was broken, with its figure", () => {
  expect(brokenLimits("flood", { sends: { ...met, refused: 2, p99Ms: 301 }, lists: met }, 101)).toEqual([
    "flood: 2 of 102 sends of another customer were refused.",
    "flood: 99% of another customer's sends took up to 301 ms, not 300.",
    "flood: memory grew by 101 MiB, not by 100.",
  ]);
  expect(brokenLimits("flood", { sends: { ...met, p99Ms: Number.NaN }, lists: met }, 0)).toHaveLength(1);
  expect(brokenLimits("flood", { sends: met, lists: { ...met, p99Ms: 400 } }, 0)).toEqual([
    "flood: 99% of another customer's lists took up to 400 ms, not 300.",
  ]);
});

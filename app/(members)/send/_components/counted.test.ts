import { expect, it } from "vitest";
import { peopleIn } from "@/app/(members)/send/_components/counted";

const LISTS = [
  { id: "few", contacts: 3 },
  { id: "many", contacts: 5_000 },
];

it("counts as the server has counted the lists that are chosen", () => {
  expect(peopleIn(["few"], LISTS, { lists: ["few"], total: 2 })).toBe(2);
  expect(peopleIn(["many", "few"], LISTS, { lists: ["few", "many"], total: 5_001 })).toBe(5_001);
});

it("counts everybody in lists that the server has not counted, or not these", () => {
  expect(peopleIn(["few"], LISTS, undefined)).toBe(3);
  expect(peopleIn(["many"], LISTS, { lists: ["few"], total: 2 })).toBe(5_000);
  expect(peopleIn(["few", "many"], LISTS, { lists: ["few"], total: 2 })).toBe(5_003);
});

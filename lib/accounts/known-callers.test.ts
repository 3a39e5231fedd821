import { afterEach, expect, it } from "vitest";
import { forgetCallers, forgetCallersHere, knownFor, onForgetCallers } from "@/lib/accounts/known-callers";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

useTestDatabase();
afterEach(() => onForgetCallers(undefined));

it("reads again after a change made here, and has the other processes told once", async () => {
  let reads = 0;
  const told: string[] = [];
  const look = () => knownFor(db(), "token x", new Date(), async () => ++reads);
  onForgetCallers(() => told.push("forget"));
  expect([await look(), await look()]).toEqual([1, 1]);
  forgetCallers(db());
  expect([await look(), told]).toEqual([2, ["forget"]]);
});

it("reads again after a change made in another process, and tells nobody, or it would go round for ever", async () => {
  let reads = 0;
  const told: string[] = [];
  const look = () => knownFor(db(), "token y", new Date(), async () => ++reads);
  onForgetCallers(() => told.push("forget"));
  await look();
  forgetCallersHere(db());
  expect([await look(), told]).toEqual([2, []]);
});

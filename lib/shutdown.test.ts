import { afterEach, expect, it, vi } from "vitest";
import { endAll, onShutdown } from "@/lib/shutdown";

afterEach(() => vi.restoreAllMocks());

it("ends by stages, in each what was begun last first, whenever it was registered", async () => {
  const ended: string[] = [];
  const step = (name: string) => () => void ended.push(name);
  onShutdown("resources", step("lock"));
  onShutdown("resources", step("database"));
  onShutdown("serving", step("jobs"));
  onShutdown("serving", step("requests"));
  onShutdown("work", step("pool"));
  onShutdown("serving", () => onShutdown("work", step("late")));
  await endAll();
  expect(ended).toEqual(["requests", "jobs", "late", "pool", "database", "lock"]);
  await endAll();
  expect(ended).toHaveLength(6);
});

it("goes on behind a step that fails and one that takes too long", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const ended: string[] = [];
  onShutdown("resources", () => void ended.push("last"));
  onShutdown("work", () => new Promise(() => {}), 20);
  onShutdown("serving", () => Promise.reject(new Error("no")));
  await endAll();
  expect(ended).toEqual(["last"]);
  expect(told).toHaveBeenCalledOnce();
});

import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Carrier, CarrierEvents } from "@/lib/carriers/carrier";
import { type CarrierKind, carrierKind } from "@/lib/carriers/kinds";
import { CarrierRegistry } from "@/lib/carriers/registry";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

const EVENTS: CarrierEvents = {
  reports: async () => {},
  inbound: async () => {},
  knows: async () => false,
  unreadable: async () => {},
  roomChanged: () => {},
};

let happened: string[];
beforeEach(() => {
  happened = [];
});

/** Returns a kind that records the events of its carriers. */
function noting(hasLinks: boolean, stop: () => Promise<void> = async () => {}): CarrierKind {
  const schema = z.object({ host: z.string(), password: z.string().min(3) });
  return carrierKind(schema, hasLinks, ({ host, password }, { id, name, isReopened }): Carrier => {
    happened.push(`${isReopened ? "reopen" : "open"} ${name} ${host} ${password}`);
    return {
      ...carrierNamed(name, 10, async () => []),
      id,
      ...(hasLinks && { start: async () => void happened.push(`start ${host}`) }),
      stop: async () => {
        await stop();
        happened.push(`stop ${host}`);
      },
    };
  });
}

function registryOf(kinds: Record<string, CarrierKind>) {
  return new CarrierRegistry(db(), {
    kinds,
    authSecret: () => TEST_SECRET,
    simulator: carrierNamed("simulator", 10, async () => []),
  });
}

function insert(name: string, overrides: object = {}) {
  const encryptedSecrets = encrypt(JSON.stringify({ password: "secret" }), TEST_SECRET);
  return db().prisma.carrier.create({
    data: { name, kind: "noting", settings: { host: "a" }, encryptedSecrets, ...overrides },
  });
}

const names = (carriers: readonly Carrier[]) => carriers.map(({ name }) => name);

describe("the registry of carriers", () => {
  it("has the simulator without a row", async () => {
    expect(names(await registryOf({}).carriers(NOW))).toEqual(["simulator"]);
  });

  it("submits to the simulator, as to other carriers, only in the process that holds the links", async () => {
    const started: CarrierEvents[] = [];
    const simulator: Carrier = {
      ...carrierNamed("simulator", 10, async () => []),
      start: async (events) => void started.push(events),
    };
    const registry = new CarrierRegistry(db(), { kinds: {}, authSecret: () => TEST_SECRET, simulator });
    expect([registry.opened(simulator.id), registry.held()]).toEqual([undefined, []]);
    registry.hold(() => EVENTS);
    expect([registry.opened(simulator.id), registry.held()]).toEqual([simulator, [simulator.id]]);
    expect(started).toEqual([EVENTS]);
    await registry.stop(NOW);
    expect([registry.opened(simulator.id), registry.held()]).toEqual([undefined, []]);
  });

  it("opens enabled rows, with settings and secrets, and not those that are disabled", async () => {
    const { id } = await insert("north");
    await insert("south", { enabled: false });
    const carriers = await registryOf({ noting: noting(false) }).carriers(NOW);
    expect(names(carriers)).toEqual(["simulator", "north"]);
    expect(carriers[1]?.id).toBe(id);
    expect(happened).toEqual(["open north a secret"]);
  });

  it("names what it cannot open and why, without a value, and opens the rest", async () => {
    await insert("pigeons", { kind: "pigeon" });
    await insert("short", { encryptedSecrets: encrypt(JSON.stringify({ password: "pw" }), TEST_SECRET) });
    await insert("foreign", { encryptedSecrets: encrypt("{}", "another secret") });
    await insert("good");
    const registry = registryOf({ noting: noting(false) });
    expect(names(await registry.carriers(NOW))).toEqual(["simulator", "good"]);
    expect(registry.problems()).toEqual([
      { name: "pigeons", reason: 'There is no carrier of the kind "pigeon".' },
      { name: "short", reason: 'Its setting "password" is not valid (too_small).' },
      { name: "foreign", reason: "Its secrets were encrypted under another AUTH_SECRET: set them again." },
    ]);
  });

  it("starts links only where the process holds them, and ends them when it stops", async () => {
    await insert("north");
    const registry = registryOf({ noting: noting(true) });
    expect(names(await registry.carriers(NOW))).toEqual(["simulator"]);
    expect(happened).toEqual([]);
    registry.hold(() => EVENTS);
    expect(names(await registry.carriers(NOW))).toEqual(["simulator", "north"]);
    await registry.stop(NOW);
    expect(happened).toEqual(["open north a secret", "start a", "stop a"]);
  });

  it("reads rows again after some seconds or when told, and opens anew only what has changed", async () => {
    const { id } = await insert("north");
    await insert("south", { settings: { host: "b" } });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const registry = registryOf({ noting: noting(true, () => ended) });
    registry.hold(() => EVENTS);
    const [, north, south] = await registry.carriers(NOW);
    await db().prisma.carrier.update({ where: { id }, data: { settings: { host: "c" } } });
    expect((await registry.carriers(later(4_999)))[1]).toBe(north);
    // While the old carrier ends there is no new one, because a network limits the number of connections.
    expect(names(await registry.carriers(later(5_000)))).toEqual(["simulator", "south"]);
    end();
    await expect.poll(() => happened.slice(4)).toEqual(["stop a", "reopen north c secret", "start c"]);
    const after = await registry.carriers(later(5_001));
    expect(after.find(({ name }) => name === "south")).toBe(south);
    await db().prisma.carrier.update({ where: { id }, data: { enabled: false } });
    registry.forget();
    expect(names(await registry.carriers(later(5_002)))).toEqual(["simulator", "south"]);
  });

  it("says so when links cannot be started", async () => {
    await insert("north");
    const kind = noting(true);
    const failing: CarrierKind = {
      ...kind,
      open: (facts) => ({ ...kind.open(facts), start: () => Promise.reject(new Error("secret details")) }),
    };
    const registry = registryOf({ noting: failing });
    registry.hold(() => EVENTS);
    await registry.carriers(NOW);
    await expect
      .poll(() => registry.problems())
      .toEqual([{ name: "north", reason: "It could not be opened." }]);
  });
});

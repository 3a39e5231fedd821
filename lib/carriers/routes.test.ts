import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  inOrder,
  partCostOf,
  type Route,
  type RoutedCarrier,
  type RouteTable,
  routerOf,
} from "@/lib/carriers/routes";
import { rangeTable } from "@/lib/carriers/routing/blocked-ranges";
import { hoursOf, textOf } from "@/lib/carriers/routing/route-terms";

const ANY = {
  accountId: null,
  sender: null,
  prefix: null,
  network: null,
  sendType: null,
  messageClass: null,
};

let ids = 0;
function route(overrides: Partial<Route>): Route {
  return { id: ++ids, position: 1, ...ANY, byCost: false, targets: [target(1)], ...overrides };
}

function target(carrierId: number, overrides: Partial<Route["targets"][number]> = {}) {
  return { carrierId, tier: 0, weight: 1, costMicros: null, ...overrides };
}

const UP: RoutedCarrier = { isUsable: true, isUp: true, senders: null };

function table(
  routes: Route[],
  carriers: Record<number, Partial<RoutedCarrier>> = { 1: {}, 2: {}, 3: {} },
  blocked: string[] = [],
): RouteTable {
  const known = Object.entries(carriers).map(([id, facts]) => [Number(id), { ...UP, ...facts }] as const);
  return {
    routes: inOrder(routes),
    carriers: new Map(known),
    blocked: rangeTable(blocked.map((prefix) => ({ prefix, isException: false }))),
  };
}

const REQUEST = { accountId: 7, sender: "552", sendType: "sms", messageClass: "transactional" } as const;
const AT = new Date("2026-11-20T23:00:00Z");
const RECIPIENT = { msisdn: "64211234567", network: "530-01", at: AT, text: "Kia ora", tried: [], draw: 0 };

const choose = (given: RouteTable, recipient: object = {}, request: object = {}) =>
  routerOf(given, { ...REQUEST, ...request }).choose({ ...RECIPIENT, ...recipient });

describe("the route of a message", () => {
  test.each<[Partial<Route>, object]>([
    [{ accountId: 8 }, { accountId: 8 }],
    [{ sender: "2190" }, { sender: "2190" }],
    [{ sendType: "otp" }, { sendType: "otp" }],
    [{ messageClass: "marketing" }, { messageClass: "marketing" }],
  ])("is for requests of which its field %j is the same", (field, request) => {
    const given = table([route({ ...field, targets: [target(2)] }), route({ position: 2 })]);
    expect(choose(given)).toEqual({ carrierId: 1 });
    expect(choose(given, {}, request)).toEqual({ carrierId: 2 });
  });

  it("goes by the network that has the number, and by the longest prefix within a position", () => {
    const given = table([
      route({ prefix: "64", targets: [target(1)] }),
      route({ prefix: "6421", targets: [target(2)] }),
      route({ position: 0, network: "530-24", targets: [target(3)] }),
    ]);
    expect(choose(given)).toEqual({ carrierId: 2 });
    expect(choose(given, { msisdn: "64271234567" })).toEqual({ carrierId: 1 });
    expect(choose(given, { network: "530-24" })).toEqual({ carrierId: 3 });
    expect(choose(given, { msisdn: "61412345678" })).toEqual({ refusal: "No route leads to this number." });
    expect(routerOf(given, REQUEST).needsNetwork).toBe(true);
    expect(routerOf(table([route({})]), REQUEST).needsNetwork).toBe(false);
  });

  it("is refused where no carrier of it may use the sender, whatever others could", () => {
    const given = table([route({}), route({ position: 2, targets: [target(2)] })], {
      1: { senders: new Set(["2190"]) },
      2: {},
    });
    expect(choose(given)).toEqual({ refusal: "No carrier of the route takes messages from '552'." });
    expect(choose(given, {}, { sender: "2190" })).toEqual({ carrierId: 1 });
  });

  it("takes the next tier where the one before is down, and waits for the first where all are", () => {
    const targets = [target(1), target(2, { tier: 1 })];
    expect(choose(table([route({ targets })]))).toEqual({ carrierId: 1 });
    expect(choose(table([route({ targets })], { 1: { isUp: false }, 2: {} }))).toEqual({ carrierId: 2 });
    const down = { 1: { isUp: false }, 2: { isUp: false } };
    expect(choose(table([route({ targets })], down))).toEqual({ carrierId: 1 });
    expect(choose(table([route({ targets })], { 2: {} }))).toEqual({ carrierId: 2 });
  });

  it("takes the cheapest of a tier where that is asked, one without a cost last", () => {
    const targets = [target(1), target(2, { costMicros: 9n }), target(3, { costMicros: 5n })];
    expect(choose(table([route({ byCost: true, targets })]))).toEqual({ carrierId: 3 });
    expect(choose(table([route({ byCost: true, targets: [target(1)] })]))).toEqual({ carrierId: 1 });
  });

  it("never takes a carrier that may not have the message, and takes one where there is one", () => {
    const carriers = fc.record({ isUsable: fc.boolean(), isUp: fc.boolean(), mayUse: fc.boolean() });
    const targets = fc.uniqueArray(
      fc.record({
        carrierId: fc.integer({ min: 1, max: 5 }),
        tier: fc.nat({ max: 2 }),
        weight: fc.integer({ min: 1, max: 9 }),
        costMicros: fc.option(fc.bigInt({ min: 0n, max: 9n })),
      }),
      { selector: ({ carrierId }) => carrierId },
    );
    const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const tried = fc.subarray([1, 2, 3, 4, 5]);
    const facts = fc.tuple(
      fc.array(carriers, { minLength: 5, maxLength: 5 }),
      targets,
      draw,
      tried,
      fc.boolean(),
    );
    fc.assert(
      fc.property(facts, ([known, given, drawn, refusedBy, byCost]) => {
        const of = known.map(({ mayUse, ...carrier }, index) => {
          return [index + 1, { ...carrier, senders: new Set(mayUse ? ["552"] : []) }] as const;
        });
        const routes = [route({ byCost, targets: given })];
        const made = { routes, carriers: new Map(of), blocked: new Map() };
        const choice = choose(made, { tried: refusedBy, draw: drawn });
        const may = given.filter(({ carrierId: id }) => {
          const carrier = known[id - 1];
          return carrier?.isUsable && carrier.mayUse && !refusedBy.includes(id);
        });
        const up = may.filter(({ carrierId }) => known[carrierId - 1]?.isUp);
        const pool = up.length > 0 ? up : may;
        if ("refusal" in choice) {
          expect(may).toEqual([]);
          return;
        }
        const taken = pool.find(({ carrierId }) => carrierId === choice.carrierId);
        expect(taken?.tier).toBe(Math.min(...pool.map(({ tier }) => tier)));
      }),
    );
  });

  it("shares a tier by weight", () => {
    const given = table([route({ targets: [target(1, { weight: 3 }), target(2)] })]);
    const taken = Array.from({ length: 100 }, (_, index) => choose(given, { draw: index / 100 }));
    expect(taken.filter((choice) => "carrierId" in choice && choice.carrierId === 1)).toHaveLength(75);
  });
});

describe("a route with hours or words", () => {
  const open = hoursOf("Mo-Fr 09:00-17:00", "Pacific/Auckland");
  const [monday, night] = [new Date("2026-11-22T20:00:00Z"), new Date("2026-11-23T09:00:00Z")];

  it("is for the messages that go out within its hours", () => {
    const given = table([
      route({ hours: open, targets: [target(2)] }),
      route({ position: 2, targets: [target(1)] }),
    ]);
    expect(choose(given, { at: monday })).toEqual({ carrierId: 2 });
    expect(choose(given, { at: night })).toEqual({ carrierId: 1 });
    const minutes = Array.from(
      { length: 200 },
      (_, minute) => new Date(monday.getTime() + (minute - 100) * 60_000),
    );
    const byMinute = minutes.map((at) => choose(given, { at }));
    expect(byMinute).toEqual(minutes.map((at) => ({ carrierId: at >= monday ? 2 : 1 })));
  });

  it.each([
    ["Your PIN is 1234", ["pin"], null, true],
    ["your p\u00edn: 1", ["PIN"], null, true],
    ["Spinning", ["pin"], null, false],
    ["Your one-time code", ["one time", "pin"], null, true],
    ["one more time", ["one time"], null, false],
    ["Acme: your order", [], "ACME", true],
    ["From Acme: your order", [], "ACME", false],
    ["Acmeology", [], "acme", false],
    ["Acme: your PIN", ["pin"], "acme", true],
    ["Acme: your order", ["pin"], "acme", false],
    ["", ["pin"], null, false],
    ["T\u0113n\u0101 koe", ["tena"], null, true],
    ["\u7b2c\u4e00 code", ["\u7b2c\u4e00"], null, true],
  ])("is for texts with its words: %j, %j, %j", (text, words, begins, isFor) => {
    const given = table([
      route({ text: textOf(words, begins), targets: [target(2)] }),
      route({ position: 2, targets: [target(1)] }),
    ]);
    expect(choose(given, { text })).toEqual({ carrierId: isFor ? 2 : 1 });
  });

  it("has the cost of the messages that it is for", () => {
    const costs = [1n, 2n].map((costMicros) => ({ targets: [target(1, { costMicros })] }));
    const routes = inOrder([route({ hours: open, ...costs[0] }), route({ position: 2, ...costs[1] })]);
    const cost = partCostOf(routes, 1);
    expect([monday, night].map((at) => cost({ ...REQUEST, ...RECIPIENT, at }))).toEqual([1n, 2n]);
  });
});

describe("what a part costs at a carrier", () => {
  const message = { ...REQUEST, ...RECIPIENT };

  it("is said by the first route that is for the message and leads there", () => {
    const routes = inOrder([
      route({ prefix: "61", targets: [target(1, { costMicros: 1n })] }),
      route({ position: 2, targets: [target(2, { costMicros: 2n })] }),
      route({ position: 3, network: "530-01", targets: [target(1, { costMicros: 3n })] }),
      route({ position: 4, targets: [target(1)] }),
    ]);
    const cost = partCostOf(routes, 1);
    expect(cost(message)).toBe(3n);
    expect(cost({ ...message, msisdn: "61412345678" })).toBe(1n);
    expect(cost({ ...message, network: "530-05" })).toBeNull();
    expect(partCostOf(routes, 2)(message)).toBe(2n);
    expect(partCostOf(routes, 3)(message)).toBeNull();
  });
});

describe("a blocked destination", () => {
  const given = (...blocked: string[]) => table([route({})], { 1: {} }, blocked);

  it.each(["6", "642", "64211234567"])("gets nothing, by whichever of its beginnings: %s", (beginning) => {
    expect(choose(given("99", beginning))).toEqual({
      refusal: `This gateway sends nothing to numbers that begin with +${beginning}.`,
    });
  });

  it.each([
    ["64211234567", "6421"],
    ["64221234567", null],
    ["64220234567", "64220"],
    ["64991234567", "64"],
  ])("is judged by the longest range of its number: %s", (msisdn, range) => {
    const blocked = new Map([
      ["64", true],
      ["6421", true],
      ["6422", false],
      ["64220", true],
    ]);
    expect(choose({ ...given(), blocked }, { msisdn })).toEqual(
      range === null
        ? { carrierId: 1 }
        : { refusal: `This gateway sends nothing to numbers that begin with +${range}.` },
    );
  });

  it.each(["4", "6422", "642112345678"])("is no other number: %s", (beginning) => {
    expect(choose(given(beginning))).toEqual({ carrierId: 1 });
  });
});

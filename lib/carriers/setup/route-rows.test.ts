import { beforeEach, describe, expect, it, test } from "vitest";
import { addCarrier, drainCarrier, removeCarrier } from "@/lib/carriers/setup/carrier-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { explainRoute } from "@/lib/messages/send/routing/explain-route";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const GIVEN = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "hush-hush", tps: 10 };
const SETUP = { authSecret: TEST_SECRET, hasServer: true };
const replaced = (file: unknown) => db().transaction((tx) => replaceRoutes(tx, file));
const removed = (name: string) => db().transaction((tx) => removeCarrier(tx, name, db()));
const to = (...names: string[]) => names.map((carrier) => ({ carrier }));

beforeEach(async () => {
  for (const name of ["north", "south"]) await addCarrier(db(), { name, kind: "smpp", given: GIVEN }, SETUP);
});

test("a blocked beginning of numbers has digits as a number has, in the table too", async () => {
  const add = (prefix: string) => db().prisma.blockedDestination.create({ data: { prefix } });
  for (const prefix of ["", "064", "+64", "64x", "1".repeat(16)])
    await expect(add(prefix), prefix).rejects.toThrow(/blocked_destinations_prefix_check/);
  await expect(add("1".repeat(15))).resolves.toMatchObject({ prefix: "1".repeat(15) });
});

describe("routes of a file", () => {
  it("replace all that there are, and are read as they were written", async () => {
    const { accountId } = await testAccount();
    const file = {
      senders: {
        north: ["2190", { sender: "552", source: "64210030552", ton: 1, npi: 1 }],
        south: [
          { sender: "552", ton: 6, zeroRated: true },
          { sender: "9000", zeroRated: true },
        ],
      },
      routes: [
        { account: accountId, byCost: false, targets: [{ carrier: "north", tier: 0, weight: 1 }] },
        {
          prefix: "64",
          sender: "552",
          network: "53001",
          sendType: "otp",
          messageClass: "transactional",
          byCost: true,
          targets: [
            { carrier: "north", tier: 0, weight: 3, cost: "0.021" },
            { carrier: "south", tier: 1, weight: 1, cost: "1.50" },
          ],
        },
        {
          hours: "Mo-Fr 09:00-17:00; Sa 22:00-06:00",
          zone: "Australia/Sydney",
          words: ["PIN", "one-time"],
          begins: "Acme",
          byCost: false,
          targets: [{ carrier: "simulator", tier: 0, weight: 1 }],
        },
        { byCost: false, targets: [{ carrier: "simulator", tier: 0, weight: 1 }] },
      ],
      blocked: ["882", "883"],
      errors: { smpp: { "0x0000000B": { action: "elsewhere" } } },
    };
    expect(await replaced(file)).toEqual({ routes: 4 });
    expect(await readRoutes(db())).toEqual(file);
    expect(await replaced({ routes: [{ targets: to("simulator") }] })).toEqual({ routes: 1 });
    expect(await readRoutes(db())).toEqual({
      senders: {},
      routes: [file.routes[3]],
      blocked: [],
      errors: file.errors,
    });
    expect(await replaced({ routes: [{ targets: to("simulator") }], errors: {} })).toEqual({ routes: 1 });
    expect(await readRoutes(db())).toMatchObject({ errors: {} });
  });

  test.each([
    [
      "a carrier that is not there",
      { routes: [{ targets: to("west") }] },
      "Route 1: there is no carrier west.",
    ],
    [
      "senders of one that is not there",
      { senders: { west: ["1"] }, routes: [] },
      "senders: there is no carrier west.",
    ],
    [
      "a sender with two addresses",
      { senders: { north: ["552", { sender: "552", source: "64210030552" }] }, routes: [] },
      "senders: north names 552 twice, with two addresses.",
    ],
    [
      "a carrier without senders",
      { routes: [{ targets: to("north") }] },
      "Route 1: north has no senders, so it would accept no message.",
    ],
    [
      "a sender that none of its carriers takes",
      { senders: { north: ["1"], south: ["2"] }, routes: [{ sender: "552", targets: to("north", "south") }] },
      "Route 1: its carriers do not accept messages from 552.",
    ],
    [
      "a network that is not there",
      { routes: [{ network: "53099", targets: to("simulator") }, { targets: to("simulator") }] },
      "Route 1: there is no network 53099.",
    ],
    [
      "numbers that are blocked",
      { routes: [{ prefix: "8821", targets: to("simulator") }], blocked: ["883", "882"] },
      "Route 1 can never match: numbers that begin with 882 are blocked.",
    ],
    [
      "a carrier twice",
      { senders: { north: ["1"] }, routes: [{ targets: to("north", "north") }] },
      "Route 1 names north twice.",
    ],
    [
      "an account that is not there",
      { routes: [{ account: 99, targets: to("simulator") }] },
      "Route 1: there is no account 99.",
    ],
    [
      "a route behind one that takes all of its messages",
      {
        routes: [
          { prefix: "64", targets: to("simulator") },
          { prefix: "6421", sendType: "otp", targets: to("simulator") },
        ],
      },
      "Route 2 can never match: route 1 takes all of its messages.",
    ],
    [
      "two routes that take all messages of a third",
      {
        routes: [
          ...["marketing", "transactional"].map((messageClass) => ({
            messageClass,
            targets: to("simulator"),
          })),
          { prefix: "64", targets: to("simulator") },
        ],
      },
      "Route 3 can never match: route 1 and route 2 together take all of its messages.",
    ],
    [
      "one-time codes that are marketing",
      { routes: [{ sendType: "otp", messageClass: "marketing", targets: to("simulator") }] },
      "Route 1 can never match: one-time codes are always transactional.",
    ],
    [
      "a network's numbers that begin as no number of it does",
      { routes: [{ prefix: "61", network: "53001", targets: to("simulator") }] },
      "Route 1 can never match: no number of network 53001 begins with 61.",
    ],
  ])("are refused with %s, and nothing is changed", async (_, file, problem) => {
    const before = await readRoutes(db());
    await expect(replaced(file)).rejects.toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining(problem),
    });
    expect(await readRoutes(db())).toEqual(before);
  });

  it("are refused with a sender that is another account's, or behind those of its account", async () => {
    const [{ accountId: owner }, { accountId: other }] = [await testAccount(), await testAccount()];
    await db().prisma.shortcode.create({ data: { number: "7755", ownerId: owner } });
    const route = (named: object) => ({ ...named, targets: to("simulator") });
    await expect(replaced({ routes: [route({ account: other, sender: "7755" })] })).rejects.toThrow(
      `Route 1 can never match: 7755 is a sender of account ${owner} alone.`,
    );
    await expect(
      replaced({ routes: [route({ account: owner }), route({ sender: "7755" })] }),
    ).rejects.toThrow("Route 2 can never match: route 1 takes all of its messages.");
    expect(
      await replaced({ routes: [route({ account: other }), route({ account: owner, sender: "7755" })] }),
    ).toEqual({ routes: 2 });
  });

  it("may name a sender that one carrier takes, each network, and numbers of which some are blocked", async () => {
    const routes = [
      { sender: "552", network: "53024", targets: to("north", "south") },
      { sender: "2190", network: "53005", targets: to("north", "simulator") },
      { prefix: "88", targets: to("simulator") },
    ];
    const senders = { north: ["1"], south: [{ sender: "552", source: "64210030552" }] };
    expect(await replaced({ senders, routes, blocked: ["882"] })).toEqual({ routes: 3 });
  });

  test.each([
    ["no targets", { routes: [{ targets: [] }] }, "must name a carrier"],
    ["a field that is none", { routes: [{ prefx: "64", targets: to("simulator") }] }, "prefx"],
    ["a prefix of two ranges", { routes: [{ prefix: "6421/6422", targets: to("simulator") }] }, "prefix"],
    ["a cost that is none", { routes: [{ targets: [{ carrier: "simulator", cost: "1e3" }] }] }, "cost"],
    [
      "a type that is none",
      { senders: { north: [{ sender: "552", ton: 256 }] }, routes: [] },
      "senders.north[0]",
    ],
    [
      "an account by a number too long",
      { routes: [{ account: 3_000_000_000, targets: to("simulator") }] },
      "routes[0].account",
    ],
    ["no list", [], "expected object"],
  ])("are refused with %s, by its place", async (_, file, problem) => {
    await expect(replaced(file)).rejects.toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining(problem),
    });
  });

  it("keep a carrier that they lead to from being removed", async () => {
    await replaced({ senders: { north: ["1"] }, routes: [{ targets: to("north") }] });
    await expect(removed("north")).rejects.toMatchObject({ code: "conflict" });
    await removed("south");
  });
});

describe("the way of a message", () => {
  const question = {
    accountId: 0,
    msisdn: "64211234567",
    sendType: "sms",
    messageClass: "marketing",
  } as const;
  const ask = (sender: string, at: number, more: object = {}) =>
    explainRoute(db(), { ...question, sender, ...more }, new Date(at));

  it("is told by the route that decides, or with the reason why there is none", async () => {
    await replaced({
      senders: { north: ["552"] },
      routes: [
        { prefix: "61", targets: to("simulator") },
        { prefix: "64", messageClass: "marketing", targets: to("north") },
      ],
    });
    expect(await ask("552", 0)).toMatchObject({ network: "53001", route: 2, carrier: "north" });
    expect(await ask("2190", 0)).toEqual({
      network: "53001",
      route: 2,
      carrier: null,
      why: "No carrier of the route takes messages from '2190'.",
      targets: [{ carrier: "north", why: "It does not allow the sender '2190'." }],
      warning: null,
    });
    expect(await ask("552", 0, { messageClass: "transactional" })).toMatchObject({
      route: null,
      carrier: null,
      why: "No route leads to this number.",
    });
    await replaced({ routes: [{ targets: to("simulator") }], blocked: ["642"] });
    expect(await ask("2190", 5_000)).toMatchObject({
      route: null,
      why: "This gateway sends nothing to numbers that begin with +642.",
      targets: [],
    });
    await replaced({ routes: [{ targets: to("simulator") }] });
    expect(await ask("2190", 10_000)).toMatchObject({ route: 1, carrier: "simulator" });
  });

  it("is told with a warning where it is marketing from a sender that is not marked as zero-rated", async () => {
    await replaced({
      senders: { north: ["552", { sender: "2190", zeroRated: true }] },
      routes: [{ targets: to("north") }],
    });
    const warning = "Marketing: 552 is not marked as zero-rated at north.";
    expect(await ask("552", 0)).toMatchObject({ carrier: "north", warning });
    expect(await ask("552", 0, { messageClass: "transactional" })).toMatchObject({ warning: null });
    expect(await ask("2190", 0)).toMatchObject({ carrier: "north", warning: null });
  });

  it("is told with why each carrier of the route has it or not, and whether it waits", async () => {
    await replaced({
      senders: { north: ["552"], south: ["552"] },
      routes: [{ targets: [{ carrier: "north" }, { carrier: "south", tier: 1 }] }],
    });
    expect(await ask("552", 0)).toMatchObject({
      carrier: "north",
      why: "Route 1 is the first that matches.",
      targets: [
        { carrier: "north", why: "Chosen: no other carrier comes before it." },
        { carrier: "south", why: "In tier 1, which comes after tier 0." },
      ],
    });
    await db().transaction((tx) => drainCarrier(tx, "south", true));
    await db().prisma.carrier.updateMany({ where: { name: "north" }, data: { downSince: new Date(0) } });
    expect(await ask("552", 5_000)).toMatchObject({
      carrier: "north",
      why: expect.stringContaining("so the message waits"),
      targets: [
        { carrier: "north", why: expect.stringContaining("It is down.") },
        { carrier: "south", why: "Draining: it accepts no new messages." },
      ],
    });
  });
});

import { beforeEach, describe, expect, it, test } from "vitest";
import { applyDocument, type DocumentApplied } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import {
  addCarrier,
  carrierNamed,
  drainCarrier,
  enableCarrier,
  settingsOf,
} from "@/lib/carriers/setup/carrier-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { now } from "@/lib/clock";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { listKeywords } from "@/lib/inbound/keyword-rows";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { givenFor } from "@/tests/support/provider/http-carrier";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const SETTINGS = { host: "127.0.0.1", port: 2775, systemId: "gateway", tps: 10 };
const SETUP = { authSecret: TEST_SECRET, hasServer: true };
const VARIABLES: Record<string, string> = {};
beforeEach(() => {
  VARIABLES.NORTH_PASSWORD = "hush-hush";
});

const north = (settings: object = {}) => ({
  kind: "smpp",
  settings: { ...SETTINGS, password: { env: "NORTH_PASSWORD" }, ...settings },
  senders: ["2190", "552"],
});
const MASKED = { sender: "552", source: "64210030552", ton: 1 };
const kannel = () => ({
  kind: "http",
  settings: { ...givenFor("http://127.0.0.1:13013"), webhookToken: undefined },
  senders: [MASKED],
});
const to = (...carriers: string[]) => [{ targets: carriers.map((carrier) => ({ carrier })) }];
const PIZZA = { sender: "552", word: "Pizza", account: 0 };
const both = () => ({ carriers: { north: north(), kannel: kannel() }, routes: to("north", "kannel") });

type Options = { adopts?: boolean; isDryRun?: boolean; hasServer?: boolean };

async function applied(document: unknown, options: Options = {}): Promise<DocumentApplied> {
  const setup = { ...SETUP, adopts: false, isDryRun: false, now: now(), ...options };
  const variableOf = (name: string) => VARIABLES[name];
  return applyDocument(db(), readDocument(JSON.stringify(document)), { ...setup, variableOf });
}

const changes = async (document: unknown, options?: Options) =>
  (await applied(document, options)).changes.map(({ network, change }) => `${network}: ${change}`);

const rows = () => db().prisma.carrier.findMany({ orderBy: { name: "asc" } });
const given = async (name: string) => settingsOf(await carrierNamed(db(), name), TEST_SECRET);
const byHand = (name: string) =>
  addCarrier(db(), { name, kind: "smpp", given: { ...SETTINGS, password: "by hand" } }, SETUP);

describe("a networks document", () => {
  it("makes carriers, senders and routes, with secrets from variables, and changes nothing the second time", async () => {
    const { changes: first, addresses } = await applied(both());
    expect(first).toEqual([
      ...[
        { network: "north", change: "added" },
        { network: "kannel", change: "added" },
      ],
      ...["north", "kannel"].map((network) => ({ network, change: "its senders changed" })),
      { network: null, change: "the routes were replaced" },
    ]);
    expect(addresses.kannel?.inbound).toContain("/gateway/carriers/kannel/inbound?token=");
    expect(await given("north")).toEqual({ ...SETTINGS, password: "hush-hush" });
    expect(await readRoutes(db())).toMatchObject({
      senders: { north: ["2190", "552"], kannel: [MASKED] },
      routes: [{ targets: [{ carrier: "north" }, { carrier: "kannel" }] }],
    });
    const before = await rows();
    expect(JSON.stringify(before.map(({ settings }) => settings))).not.toMatch(/hush|password/);
    expect(await changes(both())).toEqual([]);
    expect(await rows()).toEqual(before);
    const routes = await db().prisma.route.findMany();
    expect(await changes({ ...both(), routes: undefined })).toEqual([]);
    expect(await db().prisma.route.findMany()).toEqual(routes);
    expect(await changes({ ...both(), blocked: ["883", "882"] })).toEqual([
      "null: the blocked destinations were replaced",
    ]);
    expect(await changes(both())).toEqual([]);
    expect((await readRoutes(db())).blocked).toEqual(["882", "883"]);
    expect(await changes({ ...both(), blocked: [] })).toHaveLength(1);
    const errors = { smpp: { "0x0000000B": { action: "elsewhere" } } };
    expect(await changes({ ...both(), errors })).toEqual(["null: the rules for errors were replaced"]);
    for (const again of [{ ...both(), errors }, both()]) expect(await changes(again)).toEqual([]);
    expect((await readRoutes(db())).errors).toEqual(errors);
    expect(await changes({ ...both(), errors: {} })).toHaveLength(1);
    expect(await db().prisma.carrierErrorRule.count()).toBe(0);
  });

  it("is applied by one of several servers that start at once", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => changes(both())));
    expect(all.filter((each) => each.length > 0)).toHaveLength(1);
    expect(await rows()).toHaveLength(2);
  });

  it("names what changed, and keeps what it need not state", async () => {
    await applied(both());
    const token = (await given("kannel")).webhookToken;
    await db().transaction((tx) => drainCarrier(tx, "north", true));
    await db().transaction((tx) => enableCarrier(tx, "north", false));
    VARIABLES.NORTH_PASSWORD = "a new one";
    const document = both();
    document.carriers.north = { ...north({ tps: 20, port: undefined }), senders: ["552"] };
    expect(await changes(document)).toEqual([
      "north: changed: password, port, tps",
      "north: its senders changed",
    ]);
    const { port, ...others } = SETTINGS;
    expect(await given("north")).toEqual({ ...others, tps: 20, password: "a new one", isDraining: true });
    expect(await carrierNamed(db(), "north")).toMatchObject({ enabled: false });
    expect((await given("kannel")).webhookToken).toBe(token);
    expect(
      await changes({ ...document, carriers: { ...document.carriers, north: north({ isDraining: false }) } }),
    ).toEqual(["north: changed: isDraining, port, tps", "north: its senders changed"]);
  });

  it("gives secrets anew that were encrypted under another AUTH_SECRET", async () => {
    await applied(both());
    const encryptedSecrets = encrypt('{"password":"old"}', "x".repeat(40));
    await db().prisma.carrier.update({ where: { name: "north" }, data: { encryptedSecrets } });
    expect(await changes(both())).toEqual(["north: changed: password"]);
    expect(await given("north")).toMatchObject({ password: "hush-hush" });
  });

  it("drains a carrier that it states no more, and has it take messages again once it does", async () => {
    await applied(both());
    const { kannel: _, ...carriers } = both().carriers;
    const without = { carriers, routes: to("north") };
    expect(await changes(without)).toEqual([
      "kannel: drained: it is stated no more",
      "null: the routes were replaced",
    ]);
    expect(await carrierNamed(db(), "kannel")).toMatchObject({
      ...{ declared: "withdrawn", enabled: true, settings: { isDraining: true } },
    });
    expect(await changes(without)).toEqual([]);
    expect(await changes({ ...both(), routes: undefined })).toEqual([
      "kannel: changed: isDraining, the document states it",
    ]);
    expect(await given("kannel")).not.toHaveProperty("isDraining");
  });

  it("leaves carriers alone that were made by hand, and leads to them; it takes them over where it is told to", async () => {
    await byHand("hand");
    await db().transaction((tx) => replaceRoutes(tx, { senders: { hand: ["021"] }, routes: to("hand") }));
    const before = await carrierNamed(db(), "hand");
    await applied({ ...both(), routes: to("north", "hand") });
    expect(await carrierNamed(db(), "hand")).toEqual(before);
    expect((await readRoutes(db())).senders).toMatchObject({ hand: ["021"], north: ["2190", "552"] });
    const document = { carriers: { ...both().carriers, hand: north() } };
    await expect(applied(document)).rejects.toThrow(
      "carriers.hand: there is a carrier hand that was created manually.",
    );
    expect(await carrierNamed(db(), "hand")).toEqual(before);
    expect(await changes(document, { adopts: true })).toEqual([
      "hand: changed: password, the document states it",
      "hand: its senders changed",
    ]);
    expect(await changes(document)).toEqual([]);
  });

  it("takes carriers by names that every object has for carriers like others", async () => {
    const { north: stated } = both().carriers;
    await byHand("constructor");
    expect(await changes({ carriers: { north: stated }, routes: to("north") })).toHaveLength(3);
    await expect(changes({ carriers: { north: stated }, routes: to("constructor") })).rejects.toThrow(
      "routes[0]: constructor has no senders",
    );
    expect(
      await changes({ carriers: { constructor: stated }, routes: to("constructor") }, { adopts: true }),
    ).toEqual([
      "constructor: changed: password, the document states it",
      "north: drained: it is stated no more",
      "constructor: its senders changed",
      "null: the routes were replaced",
    ]);
  });

  it("says what it would change, and changes nothing, in a dry run", async () => {
    const { accountId: account } = await testAccount();
    const document = { ...both(), keywords: [{ ...PIZZA, account }] };
    const dry = await applied(document, { isDryRun: true });
    expect(dry).toEqual({ changes: expect.any(Array), addresses: {} });
    expect(dry.changes).toHaveLength(6);
    expect([await rows(), await listKeywords(db())]).toEqual([[], []]);
    expect((await applied(document)).changes).toEqual(dry.changes);
  });
});

describe("a networks document with mistakes", () => {
  const two = [{ prefix: "64", targets: [{ carrier: "simulator" }] }];
  test.each([
    [
      "a carrier without senders",
      { carriers: { west: { ...north(), senders: [] } } },
      "carriers.west.senders: must name",
    ],
    [
      "a setting out of bounds",
      { carriers: { west: north({ window: 0 }) } },
      "carriers.west.settings.window:",
    ],
    [
      "a setting that is none",
      { carriers: { west: north({ passwrod: "hush-hush" }) } },
      "carriers.west.settings:",
    ],
    [
      "a variable that is missing",
      { carriers: { west: north({ tls: { key: { env: "WEST_KEY" } } }) } },
      "carriers.west.settings.tls.key: the variable WEST_KEY is not set.",
    ],
    [
      "a secret in place of a variable's name",
      { carriers: { west: north({ password: { env: "hush-hush" } }) } },
      "carriers.west.settings.password: the variable that it names is not set.",
    ],
    [
      "a shown setting from a variable",
      { carriers: { west: north({ host: { env: "NORTH_PASSWORD" } }) } },
      "settings.host:",
    ],
    [
      "a kind that is none",
      { carriers: { west: { ...north(), kind: "pigeon" } } },
      "carriers.west: There is no kind",
    ],
    ["a name that is none", { carriers: { "West!": north() } }, "carriers.West!: A name has"],
    ["the simulator", { carriers: { simulator: north() } }, "carriers.simulator: A name has"],
    ["another kind", { carriers: { north: kannel() } }, "carriers.north.kind: north is smpp already"],
    ["a word that is none", { carriers: {}, rutes: [] }, "rutes"],
    ["no carriers", { routes: to("simulator") }, "carriers:"],
    ["no route", { carriers: { north: north() }, routes: [] }, "routes: must have a route"],
    [
      "a route to nowhere",
      { carriers: { north: north() }, routes: to("west") },
      "routes[0]: there is no carrier west.",
    ],
    [
      "a route to a carrier that it states no more",
      { carriers: {}, routes: to("north") },
      "routes[0]: there is no carrier north.",
    ],
    [
      "routes of before to such a one",
      { carriers: {} },
      "carriers: north is stated no more, though a route leads to it.",
    ],
    [
      "a route that never matches",
      { carriers: { north: north() }, routes: [...two, ...two] },
      "routes[1] can never match: routes[0] takes all of its messages.",
    ],
    [
      "an account that is not there",
      { carriers: { north: north() }, routes: [{ account: 99, targets: [{ carrier: "north" }] }] },
      "routes[0]: there is no account 99.",
    ],
    ["a list", [], "The document:"],
  ])("is refused with %s, by its place, and nothing is changed", async (_, document, problem) => {
    await applied({ carriers: { north: north() }, routes: to("north") });
    const before = [await rows(), await readRoutes(db())];
    const refusal = await applied(document).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: "invalid_parameter", message: expect.stringContaining(problem) });
    expect(String(refusal)).not.toContain("hush");
    expect([await rows(), await readRoutes(db())]).toEqual(before);
  });

  it("is refused where no server keeps the links that it needs, and all mistakes are named at once", async () => {
    const document = {
      carriers: { north: north(), south: { ...kannel(), senders: [] as (typeof MASKED)[] } },
    };
    await expect(applied({ carriers: { north: north() } }, { hasServer: false })).rejects.toThrow(
      /^carriers\.north: north speaks smpp/,
    );
    document.carriers.south.senders = [MASKED];
    delete (document.carriers.south.settings as { username?: string }).username;
    document.carriers.north.settings.password = { env: "NOBODY" };
    await expect(applied(document)).rejects.toThrow(
      /NOBODY is not set.*carriers\.south\.settings\.username/s,
    );
  });

  it.each(["", "{", "nul", " ".repeat(2_000_001)])("is refused where it is no JSON, or too long", (text) => {
    expect(() => readDocument(text)).toThrow(/^It is (not JSON|longer)/);
  });
});

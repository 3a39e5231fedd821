import { beforeEach, describe, expect, it } from "vitest";
import {
  addCarrier,
  carrierNamed,
  drainCarrier,
  enableCarrier,
  settingsOf,
} from "@/lib/carriers/setup/carrier-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { listKeywords } from "@/lib/inbound/keyword-rows";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import {
  applied,
  carrierRows,
  changes,
  kannel,
  MASKED,
  north,
  SETTINGS,
  SETUP,
  setPassword,
  to,
} from "@/tests/support/provider/networks-document";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

beforeEach(() => setPassword("hush-hush"));

const PIZZA = { sender: "552", word: "Pizza", account: 0 };
const both = () => ({ carriers: { north: north(), kannel: kannel() }, routes: to("north", "kannel") });

const given = async (name: string) => settingsOf(await carrierNamed(db(), name), TEST_SECRET);
const byHand = (name: string) =>
  addCarrier(db(), { name, kind: "smpp", given: { ...SETTINGS, password: "by hand" } }, SETUP);

describe("a networks document", () => {
  it("makes carriers, senders and routes, with secrets from variables, and changes nothing the second time", async () => {
    const { changes: first, addresses } = await applied(both());
    expect(first).toEqual([
      { network: "north", change: "added" },
      { network: "kannel", change: "added" },
      ...["north", "kannel"].map((network) => ({ network, change: "its senders changed" })),
      { network: null, change: "the routes were replaced" },
    ]);
    expect(addresses.kannel?.inbound).toContain("/gateway/carriers/kannel/inbound?token=");
    expect(await given("north")).toEqual({ ...SETTINGS, password: "hush-hush" });
    expect(await readRoutes(db())).toMatchObject({
      senders: { north: ["2190", "552"], kannel: [MASKED] },
      routes: [{ targets: [{ carrier: "north" }, { carrier: "kannel" }] }],
    });
    const before = await carrierRows();
    expect(JSON.stringify(before.map(({ settings }) => settings))).not.toMatch(/hush|password/);
    expect(await changes(both())).toEqual([]);
    expect(await carrierRows()).toEqual(before);
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
    expect(await carrierRows()).toHaveLength(2);
  });

  it("names what changed, and keeps what it need not state", async () => {
    await applied(both());
    const token = (await given("kannel")).webhookToken;
    await db().transaction((tx) => drainCarrier(tx, "north", true));
    await db().transaction((tx) => enableCarrier(tx, "north", false));
    setPassword("a new one");
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
      declared: "withdrawn",
      enabled: true,
      settings: { isDraining: true },
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
    expect([await carrierRows(), await listKeywords(db())]).toEqual([[], []]);
    expect((await applied(document)).changes).toEqual(dry.changes);
  });
});

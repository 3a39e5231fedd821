import { beforeEach, describe, expect, it, test } from "vitest";
import { readDocument } from "@/lib/carriers/document/document";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  applied,
  changes,
  kannel,
  MASKED,
  networksNow,
  north,
  setPassword,
  to,
} from "@/tests/support/provider/networks-document";

useTestDatabase({ each: true });

beforeEach(() => setPassword("hush-hush"));

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
      "a route whose fields exclude each other",
      {
        carriers: { north: north() },
        routes: [{ sendType: "appointment", messageClass: "marketing", targets: [{ carrier: "simulator" }] }],
      },
      "routes[0] can never match: reminders are always transactional.",
    ],
    [
      "an account that is not there",
      { carriers: { north: north() }, routes: [{ account: 99, targets: [{ carrier: "north" }] }] },
      "routes[0]: there is no account 99.",
    ],
    ["a list", [], "The document:"],
  ])("is refused with %s, by its place, and nothing is changed", async (_, document, problem) => {
    await applied({ carriers: { north: north() }, routes: to("north") });
    const before = await networksNow();
    const refusal = await applied(document).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: "invalid_parameter", message: expect.stringContaining(problem) });
    expect(String(refusal)).not.toContain("hush");
    expect(await networksNow()).toEqual(before);
  });

  it("is refused where it takes from routes of before what they need, and where they were wrong already it is not", async () => {
    const targets = [{ carrier: "north" }];
    await applied({
      carriers: { north: north() },
      routes: [
        { sender: "2190", targets },
        { prefix: "88", targets },
      ],
    });
    const without = { carriers: { north: { ...north(), senders: ["552"] } } };
    const before = await networksNow();
    await expect(applied(without)).rejects.toThrow(
      "Route 1 of those that stay: its carriers do not accept messages from 2190.",
    );
    await expect(applied({ carriers: { north: north() }, blocked: ["8"] })).rejects.toThrow(
      "Route 2 of those that stay can never match: numbers that begin with 8 are blocked.",
    );
    expect(await networksNow()).toEqual(before);
    await db().prisma.carrierSender.deleteMany({ where: { sender: "2190" } });
    expect(await changes(without)).toEqual([]);
    await db().prisma.blockedDestination.create({ data: { prefix: "8" } });
    expect(await changes(without)).toEqual([]);
    await expect(applied({ ...without, blocked: ["88"] })).rejects.toThrow("begin with 88 are blocked");
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

import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { carrierNamed, settingsOf } from "@/lib/carriers/setup/carrier-rows";
import { now } from "@/lib/clock";
import { listNetworks, type NetworkRecord } from "@/lib/contracts/admin/networks";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { waitingStatement } from "@/lib/messages/networks/list-networks.sql";
import { tryNetwork } from "@/lib/messages/networks/trial/try-network";
import { decodeText } from "@/lib/smpp/text/text";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { FaultySmsc } from "@/tests/support/smsc/smsc";
import { trialStore } from "@/tests/support/smsc/trial-store";

const { POST: change } = handlersOf("/api/admin/networks/change");
const { POST: drain } = handlersOf("/api/admin/networks/drain");
const { POST: enable } = handlersOf("/api/admin/networks/enable");
const { POST: remove } = handlersOf("/api/admin/networks/remove");
const { GET, POST } = handlersOf("/api/admin/networks");
const { POST: replace } = handlersOf("/api/admin/networks/routes");
const { POST: tryOut } = handlersOf("/api/admin/networks/try");

useTestDatabase({ each: true });

const SETTINGS = { host: "127.0.0.1", port: 2775, systemId: "gateway", tps: 10 };
const SECRETS = { password: "hush-hush" };

let boss: TestAccount;
let smsc: FaultySmsc | undefined;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
});
afterEach(async () => {
  await smsc?.stop();
  smsc = undefined;
});

const administer = (handler: Handler, json: object) => ask(handler, boss, { json });
const file = (contents: object) => administer(replace, { file: JSON.stringify(contents) });

const add = (given: object = {}) =>
  administer(POST, {
    name: "north",
    kind: "smpp",
    settings: JSON.stringify(SETTINGS),
    secrets: JSON.stringify(SECRETS),
    ...given,
  });

async function list() {
  const { body } = await ask<{ networks: NetworkRecord[]; kinds: object[] }>(GET, boss, { query: {} });
  expect(body).toEqual(listNetworks.response.parse(body));
  return body;
}

const north = async () => (await list()).networks.find(({ name }) => name === "north");
const given = async () => settingsOf(await carrierNamed(db(), "north"), TEST_SECRET);

/** Returns the lines of the administrator's activity, newest first. */
const lines = async () =>
  (await db().prisma.activity.findMany({ orderBy: { id: "desc" } })).map(({ details }) => details);

/** Inserts a link as its server reports it. */
const link = async (data: { state: string; lastError?: string; leaseMs?: number }) => {
  const { id: carrierId } = await carrierNamed(db(), "north");
  const { state, lastError = null, leaseMs = 15_000 } = data;
  const lease = new Date(now().getTime() + leaseMs);
  const row = { state, lastError, lease, boundAt: state === "bound" ? now() : null };
  const owner = "01a1fe93-7336-73e8-9a21-230f7bc087eb";
  await db().prisma.carrierLink.upsert({
    where: { carrierId_number: { carrierId, number: 1 } },
    create: { carrierId, number: 1, owner, ...row },
    update: row,
  });
};

describe("the list of networks", () => {
  it("has the simulator, which is always there, and every kind that can be added", async () => {
    const { networks, kinds } = await list();
    expect(networks).toEqual([
      expect.objectContaining({ name: "simulator", kind: null, state: "up", links: [], settings: null }),
    ]);
    expect(kinds).toHaveLength(Object.keys(CARRIER_KINDS).length);
    expect(kinds).toContainEqual({ name: "smpp", secrets: ["password", "tls"] });
  });

  it("says in one word how each is, and why", async () => {
    await add();
    expect(await north()).toMatchObject({ kind: "smpp", state: "connecting", cause: null, links: [] });
    await link({ state: "waiting", lastError: "It does not answer." });
    expect(await north()).toMatchObject({
      state: "connecting",
      cause: "It does not answer.",
      links: [{ number: 1, state: "waiting", boundAt: null, lastError: "It does not answer." }],
    });
    await db().prisma.carrier.updateMany({ data: { downSince: now() } });
    const down = await north();
    expect(down).toMatchObject({ state: "down", cause: "It does not answer." });
    expect(down?.since).toMatch(/^\d{4}-\d\d-\d\d/);
    await db().prisma.carrier.updateMany({ data: { downSince: null } });
    await link({ state: "bound" });
    expect(await north()).toMatchObject({ state: "up", cause: null, links: [{ state: "bound" }] });
    await link({ state: "bound", leaseMs: -1 });
    expect(await north()).toMatchObject({
      state: "down",
      cause: "No server has its links open.",
      links: [{ state: "unheld", boundAt: null }],
    });
    await administer(drain, { name: "north", isDraining: true });
    expect(await north()).toMatchObject({ state: "draining", isDraining: true });
    await administer(enable, { name: "north", enabled: false });
    expect(await north()).toMatchObject({ state: "disabled", enabled: false, links: [] });
  });

  it("says why one without links is down, by its newest event since", async () => {
    await add();
    const at = (ms: number) => new Date(now().getTime() + ms);
    const event = (kind: string, reason: string | null, ms: number) =>
      db().prisma.carrierEvent.create({
        data: { id: newId(), carrier: "north", kind, reason, happenedAt: at(ms) },
      });
    await event("down", "an earlier cause", -60_000);
    await db().prisma.carrier.updateMany({ data: { downSince: at(-10_000) } });
    expect(await north()).toMatchObject({ state: "down", cause: null });
    await event("down", "no connection: ECONNREFUSED", -5_000);
    await event("throttled", "another thing", -4_000);
    expect(await north()).toMatchObject({ state: "down", cause: "Last error: no connection: ECONNREFUSED" });
  });

  test.each([
    ["a setting that is wrong", { settings: { ...SETTINGS, window: 0 } }, /"window"/],
    ["secrets under another AUTH_SECRET", { encryptedSecrets: encrypt("{}", "x".repeat(40)) }, /AUTH_SECRET/],
    ["a kind that is none", { kind: "pigeon" }, /pigeon/],
  ])("names %s", async (_, data, cause) => {
    await add();
    await db().prisma.carrier.updateMany({ data });
    expect(await north()).toMatchObject({ state: "unusable", cause: expect.stringMatching(cause) });
  });

  itByHandlers("counts what waits for each by an index, no further than it tells", async () => {
    await add();
    const { id } = await carrierNamed(db(), "north");
    const { accountId } = await testAccount({ balanceMicros: 100_000_000_000n });
    for (let count = 0; count < 4; count++) {
      const items = Array.from({ length: 3_000 }, () => testItem({ dueAt: now() }));
      await accept(db(), [testSubmission(accountId, { items })], now(), () => "");
    }
    await db().query(sql`update message_queue set carrier_id = ${id}`);
    expect(await north()).toMatchObject({ waiting: { count: 10_000, isMore: true } });
    await db().query(sql`update message_queue set carrier_id = 0 where message_id in (
      select message_id from message_queue limit 3)`);
    await db().query(sql`update message_queue set begun = true where message_id in (
      select message_id from message_queue where carrier_id = ${id} limit 2)`);
    expect(await north()).toMatchObject({ begun: { count: 2, isMore: false } });
    expect((await list()).networks[0]).toMatchObject({
      waiting: { count: 3, isMore: false },
      begun: { count: 0, isMore: false },
    });
    await db().query(sql`analyze`);
    const scans = await scansOf(db(), waitingStatement([0, id]));
    const byCarrier = {
      table: "message_queue",
      node: expect.stringMatching(/^Index/),
      by: expect.stringContaining("carrier_id"),
    };
    expect(scans).toMatchObject([byCarrier, byCarrier]);
  });
});

describe("a networks document", () => {
  it("is told of: what it states, and why the newest one was refused", async () => {
    await add();
    expect([await north(), await list()]).toMatchObject([{ declared: null }, { refusal: null }]);
    await db().prisma.carrier.updateMany({ data: { declared: "stated" } });
    const problem = "carriers.north.senders: must name a sender.";
    await db().prisma.networksDocument.create({ data: { refusedAt: now(), problem } });
    expect([await north(), await list()]).toMatchObject([{ declared: "stated" }, { refusal: { problem } }]);
  });
});

describe("a network", () => {
  it("is added, and its secrets are never shown again", async () => {
    expect(await add()).toMatchObject({ status: 200 });
    expect(await given()).toEqual({ ...SETTINGS, ...SECRETS });
    expect(JSON.parse((await north())?.settings ?? "")).toEqual(SETTINGS);
    expect(JSON.stringify([await list(), await lines()])).not.toContain("hush");
    expect(await lines()).toEqual([{ change: "added", network: "north", kind: "smpp" }]);
    expect(await add()).toMatchObject({ status: 409 });
  });

  test.each([
    ["settings that are no JSON", { settings: "{" }, /JSON/],
    ["settings that are no object", { settings: "[]" }, /JSON object/],
    ["a setting that is wrong", { settings: JSON.stringify({ ...SETTINGS, tps: 0 }) }, /tps/],
    ["no password", { secrets: "{}" }, /password/],
    ["a kind that is none", { kind: "pigeon" }, /pigeon/],
    ["the simulator's name", { name: "simulator" }, /simulator/],
    ["NUL in a setting", { settings: '{"host":"a\\u0000"}' }, /JSON/],
  ])("is refused with %s, without a value", async (_, wrong, error) => {
    const { status, body } = await add(wrong);
    expect([status, body.error]).toEqual([400, expect.stringMatching(error)]);
    expect(JSON.stringify(body)).not.toContain("hush");
    expect((await list()).networks).toHaveLength(1);
  });

  it("is changed as a whole, but for secrets that are not given and whether it is drained", async () => {
    await add();
    await administer(drain, { name: "north", isDraining: true });
    const settings = JSON.stringify({ host: "127.0.0.2", systemId: "gateway", tps: 10 });
    expect(await administer(change, { name: "north", settings })).toMatchObject({ status: 200 });
    expect(await given()).toEqual({
      host: "127.0.0.2",
      systemId: "gateway",
      tps: 10,
      isDraining: true,
      ...SECRETS,
    });
    const secrets = JSON.stringify({ password: "other" });
    await administer(change, { name: "north", settings, secrets });
    expect(await given()).toMatchObject({ password: "other" });
    expect((await lines()).slice(0, 2)).toEqual([
      { change: "changed", network: "north", settings: "password" },
      { change: "changed", network: "north", settings: "host port" },
    ]);
    const wrong = JSON.stringify({ ...SETTINGS, tps: 0 });
    expect(await administer(change, { name: "north", settings: wrong })).toMatchObject({ status: 400 });
    expect(await administer(change, { name: "south", settings })).toMatchObject({ status: 404 });
  });

  it("gets new secrets where the old ones cannot be read any more", async () => {
    await add();
    await db().prisma.carrier.updateMany({ data: { encryptedSecrets: encrypt("{}", "x".repeat(40)) } });
    const settings = JSON.stringify(SETTINGS);
    expect(await administer(change, { name: "north", settings })).toMatchObject({ status: 400 });
    expect(await administer(tryOut, { name: "north", to: "0211234567", sender: "552" })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("AUTH_SECRET") },
    });
    await administer(change, { name: "north", settings, secrets: JSON.stringify(SECRETS) });
    expect(await given()).toMatchObject(SECRETS);
  });

  it("is drained, switched off, and back, and removed once no route leads to it", async () => {
    await add();
    await file({ senders: { north: ["552"] }, routes: [{ targets: [{ carrier: "north" }] }] });
    expect(await administer(remove, { name: "north" })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("route") },
    });
    await file({ routes: [{ targets: [{ carrier: "simulator" }] }] });
    for (const isDraining of [true, false]) await administer(drain, { name: "north", isDraining });
    for (const enabled of [false, true]) await administer(enable, { name: "north", enabled });
    expect(await north()).toMatchObject({ state: "connecting", isDraining: false, enabled: true });
    await administer(remove, { name: "north" });
    expect(await north()).toBeUndefined();
    const changes = (await lines()).map((line) => (line as { change?: string }).change);
    expect(changes.slice(0, 5)).toEqual([
      "removed",
      "enabled",
      "disabled",
      "takes messages again",
      "drained",
    ]);
    for (const [handler, json] of [
      [drain, { isDraining: true }],
      [enable, { enabled: true }],
      [remove, {}],
      [tryOut, { to: "021 123 4567", sender: "552" }],
    ] as const)
      expect(await administer(handler, { name: "north", ...json })).toMatchObject({ status: 404 });
  });

  it("is tried with one message, which is told of in words", async () => {
    smsc = await FaultySmsc.start();
    await add({ settings: JSON.stringify({ ...SETTINGS, port: smsc.port }) });
    const by = { actor: { accountId: boss.accountId, address: "" }, now: now() };
    const waits = { upWithinMs: 5_000, answerWithinMs: 5_000, reportWithinMs: 200 };
    const to = { to: "64211234567", sender: "552", ...waits };
    const { events } = trialStore("north");
    const setup = { name: "north", authSecret: TEST_SECRET, hasServer: true, events };
    expect(await tryNetwork(db(), setup, to, by)).toEqual({
      isTaken: true,
      result:
        "north took the message, as 1. No server holds links to this network. The network keeps the report until one binds.",
    });
    // One octet for each septet. The text contains characters that another alphabet would change.
    const octets = smsc.submitted[0]?.fields.shortMessage ?? Buffer.alloc(0);
    expect(decodeText(octets, { dataCoding: 0, alphabet: "gsm" })).toBe(
      "A test of this network: @$_[]{}|~^\\",
    );
    smsc.script = ({ command }) => (command === "submit_sm" ? 0x0a : undefined);
    expect(await tryNetwork(db(), setup, to, by)).toMatchObject({
      isTaken: false,
      result: expect.stringContaining("does not allow this sender"),
    });
    expect(await lines()).toContainEqual({ change: "tried", network: "north", to: "64211234567" });
    await smsc.stop();
    expect(await tryNetwork(db(), setup, { ...to, upWithinMs: 300 }, by)).toMatchObject({
      isTaken: false,
      result: expect.stringContaining("No connection to north"),
    });
    expect(await administer(tryOut, { name: "north", to: "nobody", sender: "552" })).toMatchObject({
      status: 400,
    });
    await expect(tryNetwork(db(), { ...setup, hasServer: false }, to, by)).rejects.toThrow("server");
  });
});

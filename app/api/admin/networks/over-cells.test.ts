import { beforeAll, describe, expect, it } from "vitest";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { now } from "@/lib/clock";
import type { NetworkList } from "@/lib/contracts/admin/networks";
import { newId } from "@/lib/ids";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: listEvents } = handlersOf("/api/admin/networks/events");
const { POST: remove } = handlersOf("/api/admin/networks/remove");
const { POST: add, GET: list } = handlersOf("/api/admin/networks");

useTestCells();

const SMSC = { host: "127.0.0.1", port: 2775, systemId: "gateway", tps: 30, binds: { transceiver: 2 } };
const OWNER = "01a1fe93-7336-73e8-9a21-230f7bc087eb";

let administrator: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
  const [settings, secrets] = [JSON.stringify(SMSC), JSON.stringify({ password: "hush-hush" })];
  const json = { name: "north", kind: "smpp", settings, secrets };
  expect(await ask(add, administrator, { json })).toMatchObject({ status: 200 });
  for (const cell of [2, 3]) await copyShared(openCell(cell), now());
  for (const [cell, state] of [
    [1, "bound"],
    [2, "waiting"],
  ] as const) {
    const of = openCell(cell);
    const { id: carrierId } = await of.prisma.carrier.findUniqueOrThrow({ where: { name: "north" } });
    const lease = new Date(now().getTime() + 60_000);
    const lastError = state === "waiting" ? "It does not answer." : null;
    await of.prisma.carrierLink.create({
      data: { carrierId, number: 1, owner: OWNER, lease, state, lastError, boundAt: null },
    });
    const happenedAt = new Date(now().getTime() - cell * 1_000);
    await of.prisma.carrierEvent.create({
      data: { id: newId(), carrier: "north", kind: "bound", link: 1, reason: `of ${cell}`, happenedAt },
    });
  }
});

const read = async () => (await ask<NetworkList>(list, administrator, {})).body;
const north = ({ networks }: NetworkList) => networks.find(({ name }) => name === "north");

describe("the networks of several cells", () => {
  it("are home's, each with its links, its state and what waits in every cell", async () => {
    const { accountId } = await testAccount({}, openCell(2));
    await sentMessage(accountId, newMobile(), now());
    const found = await read();
    expect(found).toMatchObject({ cells: [1, 2, 3], awayCells: [] });
    expect(north(found)).toMatchObject({
      state: "up",
      settings: expect.stringContaining('"transceiver": 2'),
    });
    expect(north(found)?.inCells).toMatchObject([
      { cell: 1, state: "up", links: [{ number: 1, state: "bound" }] },
      {
        cell: 2,
        state: "connecting",
        cause: "It does not answer.",
        links: [{ number: 1, state: "waiting", lastError: "It does not answer." }],
      },
      { cell: 3, state: "disabled", cause: expect.stringContaining("no part"), links: [] },
    ]);
    const [simulator] = found.networks;
    expect(simulator?.inCells.map(({ cell, lastDay }) => [cell, lastDay.submitted])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it("are without what a cell has that is away, which is named; without a secret in any case", async () => {
    for (const how of ["is away", "hangs"] as const) {
      const beganAt = performance.now();
      const found = await whileCell(2, how, read);
      expect(performance.now() - beganAt).toBeLessThan(6_000);
      expect(found.awayCells).toEqual([2]);
      expect(north(found)?.inCells.map(({ cell }) => cell)).toEqual([1, 3]);
      expect(JSON.stringify(found)).not.toContain("hush-hush");
    }
  });
});

describe("the events of networks", () => {
  type Events = { events: { cell: number; reason: string }[]; cells: number[]; awayCells: number[] };
  const events = async (query: Record<string, string>) =>
    (await ask<Events>(listEvents, administrator, { query })).body;
  const reasons = (found: Events) => found.events.map(({ cell, reason }) => [cell, reason]);

  it("are those of all cells, the newest first, or of the cell or the network that is chosen", async () => {
    const all = await events({});
    expect(reasons(all)).toEqual([
      [2, "of 2"],
      [1, "of 1"],
    ]);
    expect(all).toMatchObject({ cells: [1, 2, 3], awayCells: [] });
    expect(reasons(await events({ cell: "1", network: "north" }))).toEqual([[1, "of 1"]]);
    expect(reasons(await events({ cell: "3" }))).toEqual([]);
    expect(reasons(await events({ network: "south" }))).toEqual([]);
    expect((await ask(listEvents, administrator, { query: { cell: "4" } })).status).toBe(400);
  });

  it("are without those of a cell that is away, which is named; alone it is refused", async () => {
    await whileCell(2, "is away", async () => {
      expect(await events({})).toMatchObject({ awayCells: [2], events: [{ cell: 1 }] });
      expect((await ask(listEvents, administrator, { query: { cell: "2" } })).status).toBe(503);
    });
  });
});

describe("a network that is removed", () => {
  const removed = () => ask<{ error: string }>(remove, administrator, { json: { name: "north" } });

  it("stays while messages of any cell wait for it, and while a cell does not say so", async () => {
    const { accountId } = await testAccount({}, openCell(2));
    const messageId = await sentMessage(accountId, newMobile(), now());
    const { id: carrierId } = await openCell(2).prisma.carrier.findUniqueOrThrow({
      where: { name: "north" },
    });
    const waits = (dueAt: Date | null) =>
      openCell(2).prisma.queuedMessage.updateMany({ where: { messageId }, data: { carrierId, dueAt } });
    await waits(now());
    expect(await removed()).toMatchObject({
      status: 409,
      body: { error: "Messages wait for north in cell 2: drain it first." },
    });
    await waits(null);
    for (const how of ["is away", "hangs"] as const)
      await whileCell(3, how, async () =>
        expect(await removed()).toMatchObject({
          status: 503,
          body: { error: expect.stringMatching(/^Cell 3 does not answer just now: /) },
        }),
      );
    expect(north(await read())).toBeDefined();
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { GET as metrics } from "@/app/metrics/route";
import { reloadEnv } from "@/lib/env";
import { receive } from "@/lib/inbound/receive";
import { reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { keepUnreadable } from "@/lib/messages/networks/unreadable-reports";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: exportFigures } = handlersOf("/api/admin/figures/export");
const { GET: figures } = handlersOf("/api/admin/figures");
const { GET: health } = handlersOf("/api/admin/health");
const { GET: unrouted } = handlersOf("/api/admin/inbound");
const { GET: messages } = handlersOf("/api/admin/messages");
const { GET: exportMargin } = handlersOf("/api/admin/networks/margin/export");
const { GET: margin } = handlersOf("/api/admin/networks/margin");
const { GET: reports } = handlersOf("/api/admin/networks/reports");
const { GET: findAnything } = handlersOf("/api/members/search");

useTestCells();

const DAY = "2026-11-21";
const NOON = new Date(`${DAY}T00:00:00Z`);
const CELLS = [1, 2, 3];
const query = { start: DAY, end: DAY };
const ids = new Map<number, string[]>();

let administrator: TestAccount;
let accounts: TestAccount[];
beforeAll(async () => {
  Object.assign(process.env, {
    METRICS_TOKEN: "a token of the metrics, which is long",
    NIGHT_START: "00:00",
    NIGHT_END: "00:00",
  });
  reloadEnv();
  administrator = await testAccount({ admin: true });
  accounts = [];
  for (const cell of CELLS) {
    const of = openCell(cell);
    const account = await testAccount({ name: `Shop ${cell}` }, of);
    accounts.push(account);
    const sent = [];
    for (let count = 0; count < cell; count++) {
      const at = new Date(NOON.getTime() + (count * 10 + cell) * 1_000);
      sent.push(await sentMessage(account.accountId, newMobile(), at));
    }
    ids.set(cell, sent);
    const sums = { messages: BigInt(cell), netMicros: 1_000_000n * BigInt(cell), costMicros: 100_000n };
    await of.prisma.carrierDay.create({
      data: { day: new Date(DAY), carrier: "north", accountId: account.accountId, shard: 0, ...sums },
    });
    const inbound = carrierInbound({ from: newMobile(), to: "9999", body: `Nobody ${cell}` });
    await receive(of, "test", [inbound], NOON);
    const lost = { reference: `lost-${cell}`, key: "k", code: 1, reportedAt: NOON };
    await reportOrPark(of, "test", [lost], NOON);
    const unread = { kind: "report", msisdn: null, raw: `raw ${cell}`, receivedAt: NOON } as const;
    await keepUnreadable(of, "test", [unread]);
  }
});

const get = async <Body extends object>(route: typeof figures, given: Record<string, string> = {}) => {
  const { status, body } = await ask<Body>(route, administrator, { query: given });
  expect(status).toBe(200);
  return body;
};
type OfCells = { cells: number[]; awayCells: number[] };
const whole = { cells: CELLS, awayCells: [] };

describe("traffic and revenue", () => {
  type Read = OfCells & { total: { messages: number }; accounts: { name: string }[]; periods: unknown[] };

  it("are those of all cells, those charged most first, or of one", async () => {
    const all = await get<Read>(figures, query);
    expect(all).toMatchObject({ ...whole, total: { messages: 6 } });
    expect(all.accounts.map(({ name }) => name)).toEqual(["Shop 3", "Shop 2", "Shop 1"]);
    expect(all.periods).toHaveLength(1);
    expect(await get(figures, { ...query, cell: "2" })).toMatchObject({ total: { messages: 2 } });
    const account = String(accounts[2]?.accountId);
    expect(await get(figures, { ...query, account })).toMatchObject({
      account: { name: "Shop 3" },
      total: { messages: 3 },
    });
    expect((await ask(figures, administrator, { query: { ...query, cell: "7" } })).status).toBe(400);
  });

  it("are without those of a cell that is away, which the answer names; the file is whole or fails", async () => {
    const file = () => ask(exportFigures, administrator, { query });
    const { text } = await file();
    for (const cell of CELLS) expect(text).toContain(`Shop ${cell}`);
    await whileCell(3, "is away", async () => {
      expect(await get(figures, query)).toMatchObject({ awayCells: [3], total: { messages: 3 } });
      await expect(file()).rejects.toThrow();
      const one = await ask(exportFigures, administrator, { query: { ...query, cell: "2" } });
      expect([one.text.includes("Shop 2"), one.text.includes("Shop 1")]).toEqual([true, false]);
    });
  });
});

it("margins are those of all cells by network and account, or of one", async () => {
  type Read = {
    networks: { name: string; messages: number; margin: string }[];
    accounts: { name: string }[];
  };
  const month = DAY.slice(0, 7);
  const all = await get<Read>(margin, { month });
  expect(all).toMatchObject({ ...whole, networks: [{ name: "north", messages: 6, margin: "5.70" }] });
  expect(all.accounts.map(({ name }) => name)).toEqual(["Shop 1", "Shop 2", "Shop 3"]);
  expect(await get(margin, { month, cell: "3" })).toMatchObject({ networks: [{ messages: 3 }] });
  const { text } = await ask(exportMargin, administrator, { query: { month } });
  for (const cell of CELLS) expect(text).toContain(`Shop ${cell}`);
  await whileCell(2, "is away", async () => {
    expect(await get(margin, { month })).toMatchObject({ awayCells: [2], networks: [{ messages: 4 }] });
  });
});

it("messages in that are nobody's are those of all cells, each with where it came in", async () => {
  type Read = OfCells & { messages: { body: string; cell: number }[]; pagination: { totalRecords: number } };
  const all = await get<Read>(unrouted);
  expect(all).toMatchObject({ ...whole, pagination: { totalRecords: 3 } });
  expect(all.messages.map(({ body, cell }) => [body, cell])).toEqual(
    CELLS.map((cell) => [`Nobody ${cell}`, cell]),
  );
  const second = await get<Read>(unrouted, { page: "2", limit: "2" });
  expect(second.messages.map(({ cell }) => cell)).toEqual([3]);
  expect((await get<Read>(unrouted, { cell: "2" })).messages).toHaveLength(1);
  await whileCell(2, "is away", async () => {
    expect(await get<Read>(unrouted)).toMatchObject({ awayCells: [2], pagination: { totalRecords: 2 } });
  });
});

it("reports that nobody can read or that have no message are those of all cells", async () => {
  type Row = { cell: number };
  const all = await get<OfCells & { unreadable: Row[]; unknown: Row[] }>(reports);
  for (const rows of [all.unreadable, all.unknown])
    expect(rows.map(({ cell }) => cell).sort()).toEqual(CELLS);
});

it("the search of all messages goes over all cells by time, forwards and back, and says which do not answer", async () => {
  type Read = { messages: { id: string }[]; newer: string | null; older: string | null; awayCells: number[] };
  const seen: string[] = [];
  const pages: Read[] = [];
  for (let before: string | null = null, isMore = true; isMore; isMore = before !== null) {
    const page: Read = await get<Read>(messages, { limit: "2", ...(before === null ? {} : { before }) });
    pages.push(page);
    seen.push(...page.messages.map(({ id }) => id));
    before = page.older;
  }
  const [one = [], two = [], three = []] = CELLS.map((cell) => ids.get(cell) ?? []);
  expect(seen).toEqual([three[2], three[1], two[1], three[0], two[0], one[0]]);
  const back = await get<Read>(messages, { limit: "2", after: pages[2]?.newer ?? "" });
  expect(back.messages).toEqual(pages[1]?.messages);
  const first = await get<Read>(messages, { limit: "2", after: back.newer ?? "" });
  expect(first).toMatchObject({ messages: pages[0]?.messages, newer: null });
  await whileCell(3, "is away", async () => {
    const { messages: found, awayCells } = await get<Read>(messages);
    expect([found.length, awayCells]).toEqual([3, [3]]);
  });
});

it("the page of the service's health has what waits in each cell, and its books", async () => {
  type Read = { cells: { cell: number; state: string; dispatch: object | null; books: object | null }[] };
  const { cells } = await get<Read>(health);
  expect(cells).toMatchObject(
    [2, 3].map((cell) => ({ cell, state: "answers", dispatch: { count: 0 }, books: null })),
  );
  await whileCell(3, "is away", async () => {
    expect((await get<Read>(health)).cells[1]).toMatchObject({ state: "away", dispatch: null });
  });
});

it("the metrics say by a label of which cell each figure is, and go on while a cell is away", async () => {
  const read = async () => {
    const headers = { authorization: "Bearer a token of the metrics, which is long" };
    return (await call(metrics, { method: "GET", headers })).text.split("\n");
  };
  const lines = await read();
  for (const cell of CELLS) {
    expect(lines).toContain(`gateway_cell_up{cell="${cell}"} 1`);
    expect(lines).toContain(`gateway_messages_due{cell="${cell}"} 0`);
  }
  expect(lines.filter((line) => line.startsWith("# TYPE gateway_messages_due "))).toHaveLength(1);
  expect(lines.some((line) => /^gateway_messages_due \d/.test(line))).toBe(false);
  await whileCell(2, "is away", async () => {
    const without = await read();
    expect(without).toContain('gateway_cell_up{cell="2"} 0');
    expect(without.some((line) => line.startsWith('gateway_messages_due{cell="2"}'))).toBe(false);
    expect(without).toContain('gateway_messages_due{cell="3"} 0');
  });
});

it("the search of everything finds accounts and messages of other cells", async () => {
  type Read = { accounts: { name: string }[]; othersMessages: { id: string; accountName: string }[] };
  const search = (q: string) => get<Read>(findAnything, { q });
  expect((await search("Shop 2")).accounts.map(({ name }) => name)).toEqual(["Shop 2"]);
  const [id = ""] = ids.get(3) ?? [];
  expect((await search(id)).othersMessages).toMatchObject([{ id, accountName: "Shop 3" }]);
  await whileCell(2, "is away", async () => expect((await search("Shop 2")).accounts).toEqual([]));
});

import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import { setLog } from "@/lib/log";
import { reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { listNetworks } from "@/lib/messages/networks/list-networks";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { messagesOf } from "@/tests/support/server/gateway";
import { acceptTo, dispatchUntil, useTwoSmscs } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

const smscs = useTwoSmscs();
afterEach(() => setLog(undefined));

const HANDSET = "64211234567";
const OTHER = "64217654321";
const DATES = "submit date:2611221703 done date:2611221703";

/** Sends a message to each handset. The network returns the ids in turn. */
async function send(ids: readonly string[], ...handsets: string[]): Promise<number> {
  const left = [...ids];
  Object.assign(smscs.north, { nextId: () => left.shift() ?? "none" });
  const before = smscs.north.submitted.length;
  const accountId = await acceptTo(handsets);
  await dispatchUntil(() => smscs.north.submitted.length, before + handsets.length);
  await expect.poll(() => db().prisma.carrierSubmission.count()).toBe(before + handsets.length);
  return accountId;
}

const receipt = (id: string, source = HANDSET, more = `sub:001 dlvrd:001 ${DATES} `, esmClass = 4) => ({
  esmClass,
  source,
  destination: "552",
  shortMessage: Buffer.from(`id:${id} ${more}stat:DELIVRD err:000`),
});
const statuses = async (accountId: number) => (await messagesOf(accountId)).map(({ status }) => status);
const parked = () => db().prisma.parkedReport.count();
const advices = () => db().prisma.carrierEvent.findMany({ where: { kind: "ids" } });
const listed = async () => {
  const setup = {
    kinds: CARRIER_KINDS,
    authSecret: () => process.env.AUTH_SECRET ?? TEST_SECRET,
    hasServer: true,
  };
  const networks = await listNetworks(db(), setup, now());
  return networks.find(({ name }) => name === "north")?.idAdvice;
};

describe("receipts with ids in another base", () => {
  // This is the first test of the file, because a network's ids are checked once a minute.
  it("propose the pair of settings once, for the page", async () => {
    const lines: string[] = [];
    setLog(pino({}, { write: (line: string) => lines.push(line) }));
    await send(["A1F3", "A1F4", "A1F5"], HANDSET, HANDSET, HANDSET);
    expect(await listed()).toBeNull();
    for (const id of ["41459", "41460", "41461"]) await smscs.north.link.deliver(receipt(id));
    expect(await advices()).toMatchObject([
      {
        carrier: "north",
        link: null,
        reason: expect.stringContaining("Set responseIds to hex and receiptIds to decimal."),
      },
    ]);
    expect(lines.filter((line) => line.includes("another base"))).toHaveLength(1);
    expect(await listed()).toEqual({ responseIds: "hex", receiptIds: "decimal" });
    const { settings } = await db().prisma.carrier.findUniqueOrThrow({ where: { name: "north" } });
    const set = { ...(settings as object), responseIds: "hex", receiptIds: "decimal" };
    await db().prisma.carrier.update({ where: { name: "north" }, data: { settings: set } });
    expect(await listed()).toBeNull();
  });

  it.each([
    ["A1F3", "41459"],
    ["a1f3", "0000041459"],
    ["0000A1F3", "41459"],
    ["41459", "A1F3"],
    ["0000041459", "00a1f3"],
    ["1234", "4660"],
    ["4660", "1234"],
    ["00000000A1F3", "00000000041459"],
    ["DEADBEEF00112233", "16045690981098529331"],
    ["16045690981098529331", "deadbeef00112233"],
    ["550e8400e29b41d4a716446655440000", "113059749145936325402354257176981405696"],
    ["MSG-00A7", "msg-00a7"],
    ["007", "7"],
  ])("match the response %s as %s, whoever took it", async (response, written) => {
    const accountId = await send([response], HANDSET);
    expect(await smscs.north.link.deliver(receipt(written))).toMatchObject({ status: 0 });
    expect(await statuses(accountId)).toEqual(["DELIVRD"]);
    expect(await parked()).toBe(0);
  });

  it.each([
    ["of another handset", "41459", OTHER],
    ["of no message", "41460", HANDSET],
    ["with letters that are no digits", "zz41459", HANDSET],
  ])("match no message: %s", async (_, id, source) => {
    const accountId = await send(["A1F3"], HANDSET);
    expect(await smscs.north.link.deliver(receipt(id, source))).toMatchObject({ status: 0 });
    expect([await statuses(accountId), await parked()]).toEqual([["PENDING"], 1]);
  });

  it("match by the handset where an id is two messages' in two bases", async () => {
    const accountId = await send(["10", "16"], HANDSET, OTHER);
    await smscs.north.link.deliver(receipt("16", HANDSET));
    const rows = await messagesOf(accountId);
    expect(rows.map(({ msisdn, status }) => [msisdn, status]).sort()).toEqual([
      [HANDSET, "DELIVRD"],
      [OTHER, "PENDING"],
    ]);
  });

  it("that come before the response wait for it", async () => {
    smscs.north.script = (pdu, link) =>
      pdu.command === "submit_sm"
        ? link.deliver(receipt("41459")).then((answer) => {
            expect(answer).toMatchObject({ status: 0 });
            link.answer(pdu);
          })
        : undefined;
    const accountId = await send(["A1F3"], HANDSET);
    await expect.poll(() => statuses(accountId)).toEqual(["DELIVRD"]);
    expect(await parked()).toBe(0);
  });

  it("are told from replies by the database, if the text has few fields", async () => {
    const accountId = await send(["A1F3"], HANDSET);
    const { link } = smscs.north;
    expect(await link.deliver(receipt("41459", HANDSET, "", 0))).toMatchObject({ status: 0 });
    expect(await link.deliver(receipt("41460", HANDSET, "", 0))).toMatchObject({ status: 0 });
    expect(await statuses(accountId)).toEqual(["DELIVRD"]);
    expect(await db().prisma.inboundMessage.findMany()).toMatchObject([
      { body: "id:41460 stat:DELIVRD err:000" },
    ]);
  });

  it("match by the id of the text where the parameter has another one", async () => {
    const accountId = await send(["A1F3"], HANDSET);
    const tlvs = [{ tag: 0x001e, value: Buffer.from("internal-7\0") }];
    await smscs.north.link.deliver(receipt("41459"), tlvs);
    expect(await statuses(accountId)).toEqual(["DELIVRD"]);
  });

  it("are looked up by one statement, however many there are", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => (0xa000 + index).toString(16));
    const accountId = await send(ids, ...ids.map(() => HANDSET));
    const statements: string[] = [];
    const database: Database = {
      ...db(),
      query: (statement) => {
        statements.push(statement.text);
        return db().query(statement);
      },
    };
    const reports = ids.map((id) => {
      const reference = String(Number.parseInt(id, 16));
      const named = { reference, key: reference, msisdn: HANDSET };
      return { ...named, code: 1, reportedAt: now(), otherReferences: [id] };
    });
    await reportOrPark(database, "north", reports, now());
    expect(new Set(await statuses(accountId))).toEqual(new Set(["DELIVRD"]));
    const lookUps = statements.filter((text) => text.includes("distinct on (g.index)"));
    expect(lookUps).toHaveLength(1);
  });
});

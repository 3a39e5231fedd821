import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { isFinal, useThroughKannel } from "@/tests/support/kannel/through-kannel";
import { readMessages } from "@/tests/support/kills/judge";
import { ageWaitingStatement } from "@/tests/support/kills/kills.sql";

const through = useThroughKannel();

const statuses = async () => (await readMessages(db())).map(({ status }) => status);

/** Returns the statuses of messages, sorted by ID. */
async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const found = new Map((await readMessages(db())).map(({ id, status }) => [id, status]));
  return ids.map((id) => found.get(id) ?? "none");
}

/** Returns a number of consecutive handsets. */
const handsets = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(first + index));

it("Kannel takes messages from us, and brings their reports and what handsets send", async () => {
  const { network } = through();
  const texts = ["Kia ora @$_[]{}|~^\\", "Tēnā koe 😀", `${"long ".repeat(60)}end`, `${"ā".repeat(100)}`];
  for (const [index, text] of texts.entries()) await through().send(`6421100000${index}`, text);
  await expect.poll(statuses).toEqual(Array(4).fill("DELIVRD"));
  const textTo = (index: number) =>
    network.taken
      .filter(({ destination }) => destination.endsWith(`6421100000${index}`))
      .sort((a, b) => a.part - b.part)
      .map(({ text }) => text)
      .join("");
  expect(texts.map((_, index) => textTo(index))).toEqual(texts);
  // The documentation states this for long messages: Kannel requests a receipt for the first part only.
  expect(network.taken.map(({ part, hasReceipt }) => hasReceipt === (part === 1))).not.toContain(false);

  const from = { source: "64211000000", destination: "552" };
  const inbound = [
    { ...from, shortMessage: Buffer.of(0x00, 0x02, 0x11, 0x1b, 0x3c) },
    { ...from, dataCoding: 8, shortMessage: Buffer.from("Āe 😀", "utf16le").swap16() },
  ];
  for (const message of inbound) expect(await network.link?.deliver(message)).toMatchObject({ status: 0 });
  const stored = () => db().prisma.inboundMessage.findMany({ orderBy: { receivedAt: "asc" } });
  await expect.poll(async () => (await stored()).length).toBe(2);
  expect(new Set((await stored()).map(({ body }) => body))).toEqual(new Set(["@$_[", "Āe 😀"]));
  expect(await stored()).toMatchObject(Array(2).fill({ msisdn: "64211000000", shortcode: "552" }));
});

it("a long message of which the SMSC refuses a part for good has failed, though Kannel sends the others", async () => {
  const { network } = through();
  const [part, ...others] = [2, 1, 3];
  network.holdsReceipts = true;
  network.refuses = ({ destination, part: given }) => destination === "64211700000" && given === part;
  const id = await through().send("64211700000", "long ".repeat(70));
  await expect.poll(() => statusesOf([id])).toEqual(["UNDELIV"]);
  const sent = () => network.taken.filter(({ destination }) => destination === "64211700000");
  await expect.poll(() => sent().map((each) => each.part)).toEqual(others);
  // The receipt of the first part arrives all the same, but the earlier failure counts.
  network.holdsReceipts = false;
  const receipts = { where: { messageId: id, status: "DELIVRD" as const } };
  await expect.poll(() => db().prisma.deliveryReport.count(receipts)).toBe(1);
  const told = await through().events(isFinal);
  expect([await statusesOf([id]), told.get(id)]).toEqual([["UNDELIV"], ["UNDELIV"]]);
});

it("messages that Kannel took survive the end of all its programs, as long as the smsbox brings nothing", async () => {
  const { network, kannel } = through();
  network.holdsReceipts = true;
  const to = handsets(64_211_200_000, 40);
  const ids = await Promise.all(to.map((handset) => through().send(handset)));
  await expect.poll(() => statusesOf(ids)).toEqual(ids.map(() => "ACCEPTD"));
  for (const box of ["smsbox", "bearerbox"] as const) await kannel.again(box, "SIGKILL");
  await through().serverAgain("SIGKILL");
  network.holdsReceipts = false;
  await expect.poll(() => statusesOf(ids)).toEqual(ids.map(() => "DELIVRD"));
  expect(network.taken.filter(({ destination }) => to.includes(destination))).toHaveLength(to.length);
  const sent = kannel.sent();
  expect(to.map((handset) => sent.get(handset))).toEqual(to.map(() => 1));
});

it("messages whose reports an smsbox had when it was killed end once by their validity", async () => {
  const { network, kannel } = through();
  network.holdsReceipts = true;
  const to = handsets(64_211_600_000, 5);
  const ids = await Promise.all(to.map((handset) => through().send(handset)));
  await expect.poll(() => statusesOf(ids)).toEqual(ids.map(() => "ACCEPTD"));
  await through().server.kill();
  network.holdsReceipts = false;
  // The smsbox acknowledges the reports, and cannot deliver them.
  await expect.poll(() => to.every((handset) => network.acknowledgedAt.has(handset))).toBe(true);
  await expect.poll(() => ids.every((id) => kannel.hasReport(id))).toBe(true);
  await kannel.again("smsbox", "SIGKILL");
  await through().serverAgain("SIGKILL");
  // The report of a later message arrives, so Kannel has no earlier report left.
  const next = await through().send("64211600009");
  await expect.poll(() => statusesOf([next])).toEqual(["DELIVRD"]);
  expect(await statusesOf(ids)).toEqual(ids.map(() => "ACCEPTD"));
  expect(await through().endUnreported()).toBe(ids.length);
  expect(await statusesOf(ids)).toEqual(ids.map(() => "UNKNOWN"));
  const told = await through().events((status) => status === "UNKNOWN" || isFinal(status));
  expect(ids.map((id) => told.get(id))).toEqual(ids.map(() => ["UNKNOWN"]));
});

it("of what an smsbox had when it was killed marketing is given up, and all else is sent again and marked", async () => {
  const { network, kannel } = through();
  const [transactional, marketing] = [handsets(64_211_400_000, 3), handsets(64_211_500_000, 3)];
  const takenBy = (to: readonly string[]) =>
    to.map((handset) => network.taken.filter(({ destination }) => destination === handset).length);
  // Neither the bearerbox nor the SMSC responds, so no report settles the messages.
  network.answers = false;
  kannel.hold("bearerbox", true);
  const ids = [
    ...(await Promise.all(transactional.map((to) => through().send(to)))),
    ...(await Promise.all(marketing.map((to) => through().send(to, "Kia ora", "marketing")))),
  ];
  const all = [...transactional, ...marketing];
  await expect.poll(() => all.every((to) => kannel.requested().has(to))).toBe(true);
  await kannel.end("smsbox", "SIGKILL");
  kannel.hold("bearerbox", false);
  await expect.poll(() => takenBy(all)).toEqual(all.map(() => 1));
  const held = () => db().prisma.queuedMessage.count({ where: { unknownMsisdn: { in: all } } });
  await expect.poll(held).toBe(all.length);
  network.answers = true;
  await kannel.begin("smsbox");
  await db().query(ageWaitingStatement(130_000));
  const ends = [...transactional.map(() => "DELIVRD"), ...marketing.map(() => "UNKNOWN")];
  await expect.poll(() => statusesOf(ids)).toEqual(ends);
  expect(takenBy(all)).toEqual(ends.map((end) => (end === "DELIVRD" ? 2 : 1)));
  const marked = (await readMessages(db())).filter(({ isMarked }) => isMarked).map(({ id }) => id);
  expect(marked).toEqual(expect.arrayContaining(ids.slice(0, transactional.length)));
});

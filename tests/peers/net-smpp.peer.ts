import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { splitParts } from "@/lib/sms/text/segments";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";

let smsc: ChildProcess;
let port: number;
let carrier: SmppCarrier;
/** The fields that the SMSC prints for each unit that it reads. */
let lines: string[][];

beforeEach(async () => {
  lines = [];
  const script = path.join(import.meta.dirname, "net-smpp.pl");
  smsc = spawn("perl", [script], { stdio: ["ignore", "pipe", "inherit"] });
  if (!smsc.stdout) throw new Error("The SMSC has no output.");
  createInterface({ input: smsc.stdout }).on("line", (line) => lines.push(line.split("\t")));
  await expect.poll(() => lines[0]?.[0]).toBe("port");
  port = Number(lines[0]?.[1]);
});
afterEach(async () => {
  await carrier?.stop(new Date());
  const ended = once(smsc, "exit");
  smsc.kill();
  await ended;
});

const told = (what: string) => lines.filter(([first]) => first === what).map(([, ...rest]) => rest);

async function start(given: Partial<GivenSmppSettings> = {}) {
  const started = await startCarrier({ port }, given);
  ({ carrier } = started);
  await expect.poll(() => carrier.room()).toBe(1);
  return started;
}

it("Net::SMPP is bound to, reads what is submitted, and its receipts are read", async () => {
  const { submit, answersOf, reports } = await start();
  expect(told("bind")).toEqual([["gateway", "hush-hush", "52"]]);
  const macrons = "Tēnā koe";
  const ucs2 = { body: macrons, encoding: "UCS-2", parts: [macrons] } as const;
  const [first = ""] = submit({});
  await expect.poll(() => answersOf([first]).flat()).toMatchObject([{ outcome: "accepted" }]);
  const ids = [first, ...submit(ucs2)];
  await expect
    .poll(() => answersOf(ids).flat())
    .toMatchObject(
      ["ab0001", "ab0002"].map((reference) => ({ outcome: "accepted", references: [reference] })),
    );
  const addresses = ["552", "64211234567"];
  expect(told("submit")).toEqual([
    [...addresses, "0", "0", Buffer.from("Hello").toString("hex")],
    [...addresses, "0", "8", Buffer.from(macrons, "utf16le").swap16().toString("hex")],
  ]);
  await expect
    .poll(() => reports)
    .toMatchObject(
      ["ab0001", "ab0002"].map((reference) => ({
        reference,
        code: 1,
        errorCode: "000",
        msisdn: "64211234567",
      })),
    );
  // Both receipts and the enquire_link are acknowledged.
  await expect
    .poll(() => told("answer").toSorted())
    .toEqual([
      ["80000005", "0"],
      ["80000005", "0"],
      ["80000015", "0"],
    ]);
});

it.each([
  ["udh8", 3, /^050003..030[123]/],
  ["payload", 1, /^(61){400}$/],
] as const)("Net::SMPP takes long messages by %s", async (longMessages, count, octets) => {
  const { submit, answersOf, reports } = await start({ longMessages, window: 1 });
  const body = "a".repeat(400);
  const ids = submit({ body, parts: splitParts(body, "GSM-7") });
  await expect.poll(() => answersOf(ids).flat()).toMatchObject([{ outcome: "accepted" }]);
  expect(told("submit")).toHaveLength(count);
  for (const [, , , , hex] of told("submit")) expect(hex).toMatch(octets);
  await expect.poll(() => reports.length).toBe(count);
});

it("Net::SMPP brings what handsets send, and lives and ends with the link", async () => {
  const { submit, inbound } = await start({ timers: { enquireAfterMs: 100 } });
  submit({ body: "reply", parts: ["reply"] });
  // The text is in GSM-7, whose first character is "@".
  await expect.poll(() => inbound).toMatchObject([{ from: "64211234567", to: "552", body: "Yes ¡ 8" }]);
  await expect.poll(() => told("enquire_link").length).toBeGreaterThan(2);
  await carrier.stop(new Date(Date.now() + 2_000));
  await expect.poll(() => [told("unbind").length, told("closed").length]).toEqual([1, 1]);
  expect(told("unexpected")).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { type PortedRow, readPortedFile } from "@/lib/numbers/ported-file";

const folder = mkdtempSync(path.join(tmpdir(), "ported-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = "msisdn,network_code,ported_at";
const NOW = new Date("2026-11-20T23:00:00Z");
const RULES = { networks: new Set(["53001", "53005"]), returns: false, now: NOW };

async function read(content: string | Buffer, returns = false): Promise<PortedRow[]> {
  const file = path.join(folder, "numbers.csv");
  writeFileSync(file, content);
  const all: PortedRow[] = [];
  for await (const rows of readPortedFile(file, { ...RULES, returns })) all.push(...rows);
  return all;
}

const AT = new Date("2026-03-01T11:00:00Z");
const row = (line: number, msisdn: string) => ({ line, msisdn, networkCode: "53005", portedAt: AT });

describe("readPortedFile", () => {
  test.each([
    ["plain lines", `${HEADER}\n64211234567,53005,2026-03-02\n`],
    ["no line break at the end", `${HEADER}\n64211234567,53005,2026-03-02`],
    ["CRLF", `${HEADER}\r\n64211234567,53005,2026-03-02\r\n`],
    ["a byte order mark", `\uFEFF${HEADER}\n64211234567,53005,2026-03-02\n`],
    ["quotes", `\uFEFF"msisdn","network_code","ported_at"\r\n"64211234567",53005,"2026-03-02"\r\n`],
    ["empty lines at the end", `${HEADER}\n64211234567,53005,2026-03-02\n\n\r\n`],
  ])("reads %s", async (_, content) => {
    expect(await read(content)).toEqual([row(2, "64211234567")]);
  });

  it("counts lines across what it takes off the disk at a time", async () => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => `6421${String(index).padStart(7, "0")}`);
    const content = `${HEADER}\r\n${numbers.map((msisdn) => `${msisdn},53005,2026-03-02\r\n`).join("")}`;
    expect(await read(content)).toEqual(numbers.map((msisdn, index) => row(index + 2, msisdn)));
  });

  it("takes a row without a network where numbers may return, with a time or without", async () => {
    const rows = await read(`${HEADER}\n64211234567,,\n64211234568,"",2026-03-02\n`, true);
    expect(rows).toEqual([
      { line: 2, msisdn: "64211234567", networkCode: null, portedAt: null },
      { line: 3, msisdn: "64211234568", networkCode: null, portedAt: AT },
    ]);
  });

  test.each([
    ["", "Line 1 must be the header msisdn,network_code,ported_at."],
    ["64211234567,53005,2026-03-02\n", "Line 1 must be the header msisdn,network_code,ported_at."],
    [Buffer.from(`\uFEFF${HEADER}\n`, "utf16le"), "Line 1 must be the header msisdn,network_code,ported_at."],
    [Buffer.alloc(300_000), /numbers\.csv is not a CSV file: it has lines of more than 1000 characters\.$/],
  ])("refuses a file that begins otherwise", async (content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });

  const THREE = "Line 3: there must be three fields, msisdn, network_code and ported_at.";
  test.each([
    ["64211234567,53005", THREE],
    ["64211234567;53005;2026-03-02", THREE],
    ["64211234567,53005,2026-03-02,", THREE],
    ['64211234567,"53005,53001",2026-03-02', THREE],
    ["0211234567,53005,2026-03-02", 'Line 3: msisdn "0211234567" must be 642 and 7 to 9 more digits.'],
    ["642123456,53005,2026-03-02", 'Line 3: msisdn "642123456" must be 642 and 7 to 9 more digits.'],
    ["6421234567890,53005,2026-03-02", 'Line 3: msisdn "6421234567890" must be 642 and 7 to 9 more digits.'],
    ["+64211234567,53005,2026-03-02", 'Line 3: msisdn "+64211234567" must be 642 and 7 to 9 more digits.'],
    ["64341234567,53005,2026-03-02", 'Line 3: msisdn "64341234567" must be 642 and 7 to 9 more digits.'],
    ['6421"1234567,53005,2026-03-02', 'Line 3: msisdn "6421\\"1234567" must be 642 and 7 to 9 more digits.'],
    ["64211234567,53099,2026-03-02", 'Line 3: network_code "53099" is not a network we know.'],
    ["64211234567, 53005,2026-03-02", 'Line 3: network_code " 53005" is not a network we know.'],
    [
      "64211234567,,2026-03-02",
      "Line 3: network_code is missing; only a file of changes may leave it empty.",
    ],
    ["64211234567,53005,2026-12-23", 'Line 3: ported_at "2026-12-23" lies more than 31 days ahead.'],
  ])("names the line of %j", async (line, sentence) => {
    await expect(read(`${HEADER}\n64211234560,53005,2026-03-02\n${line}\n`)).rejects.toThrow(sentence);
  });

  test.each(["", "2026-02-29", "02/03/2026", "2026-03-02 25:00:00"])("refuses the time %j", async (at) => {
    const wrong = read(`${HEADER}\r\n\r\n64211234567,53005,${at}\r\n`);
    await expect(wrong).rejects.toThrow(
      `Line 3: ported_at ${JSON.stringify(at)} must be a date that exists, as`,
    );
    await expect(read(`${HEADER}\n64211234567,53005,${at}\n`, true)).rejects.toThrow("Line 2: ported_at");
  });

  it("takes a porting that lies a month ahead", async () => {
    expect(await read(`${HEADER}\n64211234567,53005,2026-12-22\n`)).toHaveLength(1);
  });

  it("shows no more of a wrong field than fits a sentence, and no control characters", async () => {
    const wrong = read(`${HEADER}\n\u001b[31m${"6".repeat(300)},53005,2026-03-02\n`);
    await expect(wrong).rejects.toThrow(`Line 2: msisdn "\\u001b[31m${"6".repeat(35)}…" must be`);
  });

  it("says so of a file that is not there, or is none", async () => {
    const gone = path.join(folder, "gone.csv");
    const all = async (file: string) => {
      for await (const _ of readPortedFile(file, RULES));
    };
    await expect(all(gone)).rejects.toThrow(`${gone} cannot be read: ENOENT`);
    await expect(all(folder)).rejects.toThrow(`${folder} is not a file.`);
  });
});

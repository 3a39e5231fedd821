import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { PortedImportError } from "@/lib/numbers/import-error";
import { readPortedAt } from "@/lib/numbers/ported-at";

/** The first line of every file of ported numbers. */
const HEADER = "msisdn,network_code,ported_at";

const CHUNK_BYTES = 256 * 1024;

/** No row comes near this: what is longer is not a file of lines, and is not gathered in memory to find out. */
const MAX_LINE_CHARACTERS = 1000;

/** The check of the table, `ported_numbers_msisdn_check`. */
const MSISDN = /^642[0-9]{7,9}$/;

/** A porting may be announced ahead; what lies further off is a slip of the pen. */
const AHEAD_DAYS = 31;

/** A row with the number of its line. Without a network the number is back with its original one. */
export type PortedRow = {
  line: number;
  msisdn: string;
  networkCode: string | null;
  portedAt: Date | null;
};

export type RowRules = {
  networks: ReadonlySet<string>;
  /** Whether a row may say that a number is back with its original network. */
  returns: boolean;
  now: Date;
};

/**
 * Reads a file of ported numbers, some rows at a time (rules: ported numbers). Lines may end with CRLF, the file may
 * begin with a byte order mark, empty lines are passed over. A field may stand in quotes; since no field that is right
 * holds a comma, a quote or a line break, cutting at commas reads every right file as a full CSV parser would, and a
 * wrong one is refused.
 * @throws PortedImportError that names the first line that is wrong and what is wrong with it.
 */
export async function* readPortedFile(file: string, rules: RowRules): AsyncGenerator<PortedRow[]> {
  const latestMs = rules.now.getTime() + AHEAD_DAYS * 86_400_000;
  let line = 0;
  for await (const lines of readLines(file)) {
    const rows: PortedRow[] = [];
    for (const text of lines) {
      line++;
      if (line === 1) checkHeader(text);
      else if (text !== "") rows.push(readRow(text, line, rules, latestMs));
    }
    yield rows;
  }
  if (line === 0) checkHeader("");
}

/** The lines of a file, without what ends them, as they come off the disk. */
async function* readLines(file: string): AsyncGenerator<string[]> {
  await checkFile(file);
  let first = true;
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
    const text: string = first ? chunk.replace(/^\uFEFF/, "") : chunk;
    first = false;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield lines.map(withoutReturn);
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new PortedImportError(
        `${file} is not a CSV file: it has lines of more than ${MAX_LINE_CHARACTERS} characters.`,
      );
    }
  }
  if (rest !== "") yield [withoutReturn(rest)];
}

const withoutReturn = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: Error) => {
    throw new PortedImportError(`${file} cannot be read: ${error.message}.`);
  });
  // It is read a second time to find the lines of a number that is in it twice.
  if (!found.isFile()) throw new PortedImportError(`${file} is not a file.`);
}

function checkHeader(line: string): void {
  if (fields(line).join() !== HEADER) throw new PortedImportError(`Line 1 must be the header ${HEADER}.`);
}

function readRow(text: string, line: number, { networks, returns }: RowRules, latestMs: number): PortedRow {
  const wrong = (what: string) => new PortedImportError(`Line ${line}: ${what}.`);
  const [msisdn = "", code = "", at = "", ...more] = fields(text);
  if (more.length > 0 || text.split(",").length < 3) {
    throw wrong(`there must be three fields, ${HEADER.replace(/,(?=[^,]*$)/, " and ").replace(",", ", ")}`);
  }
  if (!MSISDN.test(msisdn)) throw wrong(`msisdn ${shown(msisdn)} must be 642 and 7 to 9 more digits`);
  if (code === "" && !returns)
    throw wrong("network_code is missing; only a file of changes may leave it empty");
  if (code !== "" && !networks.has(code)) throw wrong(`network_code ${shown(code)} is not a network we know`);
  if (code === "" && at === "") return { line, msisdn, networkCode: null, portedAt: null };
  const portedAt = readPortedAt(at);
  if (!portedAt) {
    throw wrong(
      `ported_at ${shown(at)} must be a date that exists, as YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or an ISO instant`,
    );
  }
  if (portedAt.getTime() > latestMs) {
    throw wrong(`ported_at ${shown(at)} lies more than ${AHEAD_DAYS} days ahead`);
  }
  return { line, msisdn, networkCode: code === "" ? null : code, portedAt };
}

function fields(line: string): string[] {
  const cut = line.split(",");
  return line.includes('"') ? cut.map((field) => field.replace(/^"([^"]*)"$/, "$1")) : cut;
}

/** What a file says, fit for a sentence at a terminal. */
function shown(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

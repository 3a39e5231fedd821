import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { PortedImportError } from "@/lib/numbers/import-error";
import { readPortedAt } from "@/lib/numbers/ported-at";

/** The first line of every file of ported numbers. */
const HEADER = "msisdn,network_code,ported_at";

const CHUNK_BYTES = 256 * 1024;

/**
 * The longest line. A row is much shorter. A longer line shows that the file is no CSV file, and is not read into
 * memory.
 */
const MAX_LINE_CHARACTERS = 1000;

/** The same check as the table's, `ported_numbers_msisdn_check`. */
const MSISDN = /^642[0-9]{7,9}$/;

/** The days that a porting may be announced ahead. A later date is a typing error. */
const AHEAD_DAYS = 31;

/** A row with its line number. A row without a network is a number that is back with its original network. */
export type PortedRow = {
  line: number;
  msisdn: string;
  networkCode: string | null;
  portedAt: Date | null;
};

export type RowRules = {
  networks: ReadonlySet<string>;
  /** Allows rows of numbers that are back with their original network. */
  returns: boolean;
  now: Date;
};

/**
 * Reads a file of ported numbers, some rows at a time (rules: ported numbers). Lines may end with CRLF, the file may
 * begin with a byte order mark, and empty lines are skipped. A field may be in quotes. A valid field has no comma,
 * quote or line break. Splitting at commas therefore reads every valid file like a full CSV parser, and rejects the
 * others.
 * @throws PortedImportError that names the first wrong line and its defect.
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

/** Returns the lines of a file without line breaks, in the pieces that the disk returns. */
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
  // The file must be readable twice: the second read finds the lines of a duplicate number.
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

/** Returns a value of the file for an error message: quoted, and cut after 40 characters. */
function shown(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

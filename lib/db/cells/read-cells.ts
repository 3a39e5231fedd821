import { readFileSync } from "node:fs";
import { z } from "zod";
import { HOME_CELL, MAX_CELL } from "@/lib/cell-numbers";
import { type Address, DEFAULT_SCHEMA, readAddress } from "@/lib/database-address";

/** The cells beside home, and the address of each one's database. */
export type CellUrls = ReadonlyMap<number, string>;

const document = z.record(
  z.string(),
  z.string("an address must be a text").regex(/^postgres(ql)?:\/\//, "an address begins with postgres://"),
);

/**
 * Reads the setting `CELLS` (rules: cells): JSON such as `{"2": "postgres://…"}`, or the path of a file with it.
 * @param homeUrl the address of the home cell, if it is known.
 * @throws Error with one sentence about the defect. The sentence has no address, because addresses have passwords.
 */
export function readCells(setting: string, homeUrl?: string): CellUrls {
  const text = setting.trimStart().startsWith("{") ? setting : readDocument(setting);
  const parsed = document.safeParse(parse(text));
  if (!parsed.success)
    throw wrong(`it must be JSON such as {"2": "postgres://…"}: ${parsed.error.issues[0]?.message}`);
  const urls = new Map<number, string>();
  const taken = new Map<string, number>(homeUrl === undefined ? [] : [[placeOf(homeUrl), HOME_CELL]]);
  for (const [key, url] of Object.entries(parsed.data)) {
    const number = numberOf(key);
    const place = placeOf(url);
    const other = taken.get(place);
    if (other !== undefined) throw wrong(`cells ${other} and ${number} are one database and schema`);
    taken.set(place, number);
    urls.set(number, url);
  }
  if (urls.size === 0) throw wrong("it names no cell: omit it for one database");
  return urls;
}

function readDocument(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrong(`its file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberOf(key: string): number {
  const number = /^[1-9]\d{0,2}$/.test(key) ? Number(key) : 0;
  if (number === HOME_CELL) throw wrong("cell 1 is the one of DATABASE_URL, and cannot be in CELLS");
  if (number < HOME_CELL || number > MAX_CELL)
    throw wrong(`a cell's number is from 2 to ${MAX_CELL}, and not ${key.slice(0, 20)}`);
  return number;
}

/**
 * Returns the name of a database, or of one schema of it. Two addresses of one server may have different names. `npm
 * run cells -- add` detects that.
 */
function placeOf(url: string): string {
  if (!URL.canParse(url)) throw wrong("an address cannot be read");
  const { connectionString, schema } = addressOf(url);
  const { hostname, port, pathname, searchParams } = new URL(connectionString);
  const host = searchParams.get("host") ?? hostname;
  const database = [port || searchParams.get("port") || "5432", decodeURIComponent(pathname)];
  return [host.toLowerCase(), ...database, schema ?? DEFAULT_SCHEMA].join(" ");
}

function addressOf(url: string): Address {
  try {
    return readAddress(url);
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function wrong(what: string): Error {
  return new Error(`Setting CELLS: ${what}.`);
}

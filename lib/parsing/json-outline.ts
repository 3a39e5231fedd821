import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/** Limits of a JSON text. */
export type JsonLimits = {
  /** The deepest nesting of its objects and arrays. */
  depth: number;
  /** The most values: objects, arrays, strings, numbers and words. */
  values: number;
  /** The most keys of all its objects together. */
  keys: number;
  /** The most keys of the outermost object. */
  outerKeys: number;
};

/** The size of a JSON text, known before it is parsed. Each number is counted up to one more than its limit. */
export type JsonOutline = JsonLimits & {
  /** The first repeated key of the outermost object. `JSON.parse` would silently keep its last value. */
  repeated: string | null;
  /** The outermost object's keys, each with the index of its first value. */
  outerValues: Map<string, number>;
};

/** The characters that are scanned at a time: about a millisecond. */
const SLICE = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The kinds of characters at the beginning of a value. Other characters begin a number or a word. */
const Kind = { Word: 0, Between: 1, Open: 2, Close: 3, Quote: 4 } as const;

const KINDS = new Uint8Array(128);
for (const [characters, kind] of [
  [" \t\n\r,:", Kind.Between],
  ["{[", Kind.Open],
  ["}]", Kind.Close],
  ['"', Kind.Quote],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/**
 * Scans a JSON text before it is parsed, once and in linear time. A body of brackets keeps a parser busy for seconds,
 * and a body of many `{}` takes fifty times its size in memory. The scan stops at an exceeded limit. Malformed JSON
 * has an outline too: the parser reports it.
 */
export async function outlineJson(json: string, most: JsonLimits): Promise<JsonOutline> {
  const outline: JsonOutline = {
    depth: 0,
    values: 0,
    keys: 0,
    outerKeys: 0,
    repeated: null,
    outerValues: new Map(),
  };
  const place = { at: 0, depth: 0 };
  while (place.at < json.length) {
    outlineUntil(json, place.at + SLICE, place, { outline, most });
    if (exceeded(outline, most) !== null) break;
    if (place.at < json.length) await yieldToOthers();
  }
  return outline;
}

/** Continues from one index to another, to the end of the value there, or to an exceeded limit. */
function outlineUntil(
  json: string,
  until: number,
  place: { at: number; depth: number },
  { outline, most }: { outline: JsonOutline; most: JsonLimits },
): void {
  const end = Math.min(until, json.length);
  let { at, depth } = place;
  while (at < end) {
    const code = json.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === Kind.Between) at++;
    else if (kind === Kind.Close) {
      depth--;
      at++;
    } else if (kind === Kind.Open) {
      at++;
      if (++depth > outline.depth) outline.depth = depth;
      if (++outline.values > most.values || depth > most.depth) break;
    } else if (kind === Kind.Quote) {
      const start = at;
      const behind = endOfString(json, start);
      at = endOfSpace(json, behind);
      if (json.charCodeAt(at) === COLON) {
        if (depth === 1) noteOuterKey(outline, json.slice(start, behind), endOfSpace(json, at + 1));
        if (++outline.keys > most.keys || outline.outerKeys > most.outerKeys) break;
      } else if (++outline.values > most.values) break;
    } else {
      at = endOfWord(json, at);
      if (++outline.values > most.values) break;
    }
  }
  place.at = at;
  place.depth = depth;
}

function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] as number) : Kind.Word;
}

/** Returns the first limit that an outline exceeds, or null. */
export function exceeded(outline: JsonOutline, most: JsonLimits): keyof JsonLimits | null {
  if (outline.depth > most.depth) return "depth";
  if (outline.outerKeys > most.outerKeys) return "outerKeys";
  if (outline.values > most.values) return "values";
  return outline.keys > most.keys ? "keys" : null;
}

function noteOuterKey(outline: JsonOutline, quoted: string, valueAt: number): void {
  outline.outerKeys++;
  const key = readString(quoted);
  if (key === null) return;
  if (outline.outerValues.has(key)) outline.repeated ??= key;
  else outline.outerValues.set(key, valueAt);
}

/**
 * Returns the text of the value at an index: a whole string, number or word, or the bracket of an object or a list.
 * Returns null if the JSON text ends before the value does.
 */
export function valueTextAt(json: string, start: number): string | null {
  const kind = start < json.length ? kindOf(json.charCodeAt(start)) : null;
  if (kind === null) return null;
  if (kind === Kind.Quote) {
    const closing = closingQuote(json, start);
    return closing === -1 ? null : json.slice(start, closing + 1);
  }
  if (kind !== Kind.Word) return json.charAt(start);
  const end = endOfWord(json, start);
  // A number or word at the end of the text may be incomplete.
  return end === json.length ? null : json.slice(start, end);
}

/** Returns the index behind the closing quote of the string that opens at `start`, or the text's end. */
function endOfString(json: string, start: number): number {
  const closing = closingQuote(json, start);
  return closing === -1 ? json.length : closing + 1;
}

function closingQuote(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

function endOfSpace(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** Returns the end of a number, of a word such as `true`, or of malformed text. */
function endOfWord(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && kindOf(json.charCodeAt(at)) === Kind.Word) at++;
  return at;
}

function readString(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}

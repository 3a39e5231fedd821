import type { LoggedAs, Operation } from "@/lib/contracts/base/operation";
import { excerpt } from "@/lib/parsing/excerpt";
import { omittedEntry } from "@/lib/requests/kept-parameters";
import { maskCode } from "@/lib/sms/text/otp-text";

/** Longest JSON that is kept of a request, in characters. */
const MAX_LENGTH = 2_000;

/** Longest value that is kept as it is, longest one that passes for a word, and most recipients that are listed. */
const VALUE_LENGTH = 100;
const WORD_LENGTH = 40;
const LISTED = 3;

/** What stands in place of a value that is not kept. */
const HIDDEN = "•••";

/** A name that nobody takes for a value: of letters, and short. */
const NAME = /^[a-z_]{1,32}$/i;

/** A parameter's name, including the marks in other services' names. It has at most two digits, fewer than a code. */
const PARAMETER = /^[a-z_][a-z_.[\]-]{0,29}\d{0,2}$/i;

/** What may be a number as people write it. */
const NUMBER = /^\+?[\d\s().-]{1,40}$/;

/** By how many of its first characters a value is found where it is quoted, as it came or without the spaces around it. */
const QUOTED = 8;

/** The shortest one-time code. What is shorter is none, and would be found in every number. */
const CODE_LENGTH = 4;

/** The most entries of a list in place of a code that are masked everywhere. */
const MAX_CODES = 20;

type Logged = Operation["logged"];

/**
 * What the log keeps of a request's parameters, as JSON of at most 2,000 characters (rules: request log): what the
 * operation says may be kept, in the way that it says, and of all others the name. Names that are none are counted.
 */
export function redact(logged: Logged, parameters: ReadonlyMap<string, unknown>): string {
  const known = knownOf(logged);
  const codes = codesOf(known, parameters);
  let kept = "";
  let omitted = 0;
  for (const [name, value] of parameters) {
    const entry = kept.length < MAX_LENGTH ? entryOf(name, value, known, codes) : null;
    // Two braces, and a comma behind each entry.
    if (entry === null || 2 + kept.length + entry.length + 1 > MAX_LENGTH) omitted++;
    else kept += `${entry},`;
  }
  return `{${omitted > 0 ? kept + omittedEntry(omitted) : kept.slice(0, -1)}}`;
}

/** What an operation says of its parameters, as it is needed for each request. */
type Known = {
  /** Those that may be a one-time code. */
  codes: readonly string[];
  /** How the entry of each begins, and what it shows. */
  entries: ReadonlyMap<string, { begins: string; show: (value: unknown) => Shown }>;
};

const knowns = new WeakMap<Logged, Known>();

function knownOf(logged: Logged): Known {
  const existing = knowns.get(logged);
  if (existing) return existing;
  const named = Object.entries(logged);
  const known = {
    codes: named.flatMap(([name, as]) => (as === "code" ? [name] : [])),
    entries: new Map(
      named
        .filter(([name]) => NAME.test(name))
        .map(([name, as]) => [name, { begins: `"${name}":`, show: SHOWN[as] }]),
    ),
  };
  knowns.set(logged, known);
  return known;
}

/**
 * The sentence of an error about a request, as the log keeps it: it ends where it would quote a value that the log does
 * not keep, and has no one-time code.
 */
export function redactSentence(
  sentence: string,
  logged: Logged,
  parameters: ReadonlyMap<string, unknown>,
): string {
  let kept = sentence;
  for (const [name, value] of parameters) {
    if (typeof value !== "string" || shownOf(name, value, logged) === value) continue;
    for (const written of [value, value.trim()]) {
      const quoted = written === "" ? -1 : kept.indexOf(`'${excerpt(written, QUOTED)}`);
      if (quoted >= 0) kept = `${kept.slice(0, quoted)}${HIDDEN}`;
    }
  }
  const named = kept.replace(/'([^']*)'/g, (quoted, text: string) => (isKept(text) ? quoted : `'${HIDDEN}'`));
  return codesOf(knownOf(logged), parameters).reduce(maskCode, named);
}

/** Whether a quoted text may stand in the log: it has the form of a parameter's name, or of a number. */
const isKept = (text: string): boolean => NAME.test(text) || NUMBER.test(text);

/** Returns the one-time codes of a request. The API rejects a list as a code, but its entries are masked too. */
function codesOf({ codes }: Known, parameters: ReadonlyMap<string, unknown>): readonly string[] {
  if (codes.length === 0) return codes;
  return codes
    .flatMap((name) => [parameters.get(name)].flat().slice(0, MAX_CODES))
    .filter((code) => typeof code === "string" || typeof code === "number")
    .map((code) => String(code).trim())
    .filter(({ length }) => length >= CODE_LENGTH && length <= VALUE_LENGTH);
}

/** An entry as JSON, whose name is of letters alone; null for a name that is not. */
function entryOf(name: string, value: unknown, { entries }: Known, codes: readonly string[]): string | null {
  const known = entries.get(name);
  if (!known) return PARAMETER.test(name) ? `"${name}":"${HIDDEN}"` : null;
  const shown = known.show(value);
  return known.begins + jsonOf(codes.reduce(withoutCode, shown));
}

/** What stands in JSON as it is. */
const BARE = /^[\w ().:+/-]*$/;

/** The same as `JSON.stringify`, which takes longer for what most values are. */
function jsonOf(shown: unknown): string {
  return typeof shown === "string" && BARE.test(shown) ? `"${shown}"` : JSON.stringify(shown);
}

function withoutCode(shown: Shown, code: string): Shown {
  if (typeof shown === "object") return shown.map((each) => maskCode(each, code));
  const text = String(shown);
  return text.includes(code) ? maskCode(text, code) : shown;
}

function shownOf(name: string, value: unknown, logged: Logged): Shown {
  const as = Object.hasOwn(logged, name) ? logged[name] : undefined;
  return as === undefined ? HIDDEN : SHOWN[as](value);
}

type Shown = string | number | boolean | readonly string[];

const SHOWN: Readonly<Record<LoggedAs, (value: unknown) => Shown>> = {
  code: () => HIDDEN,
  value: (value) => (typeof value === "string" ? cut(value) : plain(value)),
  word: (value) =>
    typeof value === "string" && (value.length > WORD_LENGTH || /\s/.test(value))
      ? lengthOf(value)
      : plain(value),
  text: (value) => (typeof value === "string" ? lengthOf(value) : kindOf(value)),
  url: (value) => {
    if (typeof value !== "string") return kindOf(value);
    if (!URL.canParse(value)) return lengthOf(value);
    const { protocol, host, pathname } = new URL(value);
    return cut(`${protocol}//${host}${pathname}`);
  },
  recipients: (value) => {
    if (!Array.isArray(value)) return recipient(value);
    const first = value.slice(0, LISTED).map(recipient);
    return value.length > LISTED ? [...first, `and ${value.length - LISTED} more`] : first;
  },
};

/** A number, and of what is none its length: it may be a text. */
function recipient(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return kindOf(value);
  return NUMBER.test(value) ? value : lengthOf(value);
}

function plain(value: unknown): Shown {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? value : kindOf(value);
}

function cut(value: string): string {
  return value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH).toWellFormed()}…` : value;
}

const lengthOf = ({ length }: string): string => (length === 1 ? "(1 character)" : `(${length} characters)`);

/** What a value is that is not looked into. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? `(list of ${value.length})` : `(${typeof value})`;

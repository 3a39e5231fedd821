import type { LoggedAs, Operation } from "@/lib/contracts/base/operation";
import { excerpt } from "@/lib/parsing/excerpt";
import { omittedEntry } from "@/lib/requests/kept-parameters";
import { maskCode } from "@/lib/sms/text/otp-text";

/** The longest stored JSON of a request, in characters. */
const MAX_LENGTH = 2_000;

/** The longest stored value, the longest word, and the most listed recipients. */
const VALUE_LENGTH = 100;
const WORD_LENGTH = 40;
const LISTED = 3;

/** The text in place of a value that is not stored. */
const HIDDEN = "•••";

/** A name that cannot be a value: short, and of letters. */
const NAME = /^[a-z_]{1,32}$/i;

/** A parameter's name, including the marks in other services' names. It has at most two digits, fewer than a code. */
const PARAMETER = /^[a-z_][a-z_.[\]-]{0,29}\d{0,2}$/i;

/** A possible number, as people write it. */
const NUMBER = /^\+?[\d\s().-]{1,40}$/;

/** The number of first characters by which a quoted value is found, with or without surrounding spaces. */
const QUOTED = 8;

/** The shortest one-time code. A shorter text would be found in every number. */
const CODE_LENGTH = 4;

/** The most entries of a list in place of a code that are masked everywhere. */
const MAX_CODES = 20;

type LoggedParameters = Operation["logged"];

/**
 * Returns the logged part of a request's parameters, as JSON of at most 2,000 characters (rules: request log). It has
 * the values that the operation declares as logged, in the declared form, and the names of all other parameters.
 * Invalid names are counted.
 */
export function redact(logged: LoggedParameters, parameters: ReadonlyMap<string, unknown>): string {
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

/** An operation's declaration of its logged parameters, prepared for each request. */
type ParameterRules = {
  /** The parameters that may be a one-time code. */
  codes: readonly string[];
  /** The beginning of each parameter's entry, and a function that returns its shown value. */
  entries: ReadonlyMap<string, { begins: string; show: (value: unknown) => ShownValue }>;
};

const knowns = new WeakMap<LoggedParameters, ParameterRules>();

function knownOf(logged: LoggedParameters): ParameterRules {
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
 * Returns the logged part of an error's sentence about a request. It ends before a quoted value that the log does not
 * store, and has no one-time code.
 */
export function redactSentence(
  sentence: string,
  logged: LoggedParameters,
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

/** Returns whether a quoted text may be logged: it has the form of a parameter's name, or of a number. */
const isKept = (text: string): boolean => NAME.test(text) || NUMBER.test(text);

/** Returns the one-time codes of a request. The API rejects a list as a code, but its entries are masked too. */
function codesOf({ codes }: ParameterRules, parameters: ReadonlyMap<string, unknown>): readonly string[] {
  if (codes.length === 0) return codes;
  return codes
    .flatMap((name) => [parameters.get(name)].flat().slice(0, MAX_CODES))
    .filter((code) => typeof code === "string" || typeof code === "number")
    .map((code) => String(code).trim())
    .filter(({ length }) => length >= CODE_LENGTH && length <= VALUE_LENGTH);
}

/** Returns an entry as JSON; null for a name with other characters than letters. */
function entryOf(
  name: string,
  value: unknown,
  { entries }: ParameterRules,
  codes: readonly string[],
): string | null {
  const known = entries.get(name);
  if (!known) return PARAMETER.test(name) ? `"${name}":"${HIDDEN}"` : null;
  const shown = known.show(value);
  return known.begins + jsonOf(codes.reduce(withoutCode, shown));
}

/** Texts without escapes in JSON. */
const BARE = /^[\w ().:+/-]*$/;

/** Returns the same as `JSON.stringify`, which is slower for most values. */
function jsonOf(shown: unknown): string {
  return typeof shown === "string" && BARE.test(shown) ? `"${shown}"` : JSON.stringify(shown);
}

function withoutCode(shown: ShownValue, code: string): ShownValue {
  if (typeof shown === "object") return shown.map((each) => maskCode(each, code));
  const text = String(shown);
  return text.includes(code) ? maskCode(text, code) : shown;
}

function shownOf(name: string, value: unknown, logged: LoggedParameters): ShownValue {
  const as = Object.hasOwn(logged, name) ? logged[name] : undefined;
  return as === undefined ? HIDDEN : SHOWN[as](value);
}

type ShownValue = string | number | boolean | readonly string[];

const SHOWN: Readonly<Record<LoggedAs, (value: unknown) => ShownValue>> = {
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

/** Returns a number, or the length of any other value, which may be a text. */
function recipient(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return kindOf(value);
  return NUMBER.test(value) ? value : lengthOf(value);
}

function plain(value: unknown): ShownValue {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? value : kindOf(value);
}

function cut(value: string): string {
  return value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH).toWellFormed()}…` : value;
}

const lengthOf = ({ length }: string): string => (length === 1 ? "(1 character)" : `(${length} characters)`);

/** Returns the type of a value that is not shown. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? `(list of ${value.length})` : `(${typeof value})`;

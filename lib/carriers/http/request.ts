import type { Outgoing } from "@/lib/carriers/carrier";
import type { DeclaredApi } from "@/lib/carriers/http/declared-api";

const NAME = /\{(\w*)\}/g;
const ONE_NAME = /^\{(\w+)\}$/;
const MAX_SHORTCODE_DIGITS = 8;

/** A request in its final form. It contains passwords and texts and must not be logged. */
export type WireRequest = {
  method: "GET" | "POST";
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

/** The values besides the message that fill a request. `reportUrl` is null if no reports are requested. */
export type RequestTerms = { username: string; password: string; reportUrl: string | null; now: Date };

type Values = Record<string, string | number | null>;

/**
 * Returns the request that sends a message from its sender's address at the provider
 * (rules: sender addresses). It contains the whole text, because the provider splits it.
 */
export function requestOf(
  message: Outgoing,
  { method, url, headers, encoding, fields, maxValiditySeconds }: DeclaredApi["request"],
  terms: RequestTerms,
): WireRequest {
  const values = valuesOf(message, terms, maxValiditySeconds);
  const target = new URL(fill(url, values, encodeURIComponent));
  const filled = Object.entries(fields).flatMap(([name, template]): [string, string | number][] => {
    const [, only] = ONE_NAME.exec(template) ?? [];
    const value = only === undefined ? fill(template, values) : values[only];
    return value === null || value === undefined ? [] : [[name, value]];
  });
  if (encoding === "query")
    for (const [name, value] of filled) target.searchParams.append(name, String(value));
  const typed = CONTENT_TYPES[encoding];
  return {
    method,
    origin: target.origin,
    path: `${target.pathname}${target.search}`,
    headers: {
      "user-agent": "Messaging-Gateway/1.0",
      ...(typed && { "content-type": typed }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, template]) => [name, fill(template, values)]),
      ),
    },
    body: bodyOf(encoding, filled),
  };
}

const CONTENT_TYPES = { query: null, form: "application/x-www-form-urlencoded", json: "application/json" };

function bodyOf(
  encoding: DeclaredApi["request"]["encoding"],
  fields: readonly [string, string | number][],
): string | null {
  if (encoding === "json") return JSON.stringify(Object.fromEntries(fields));
  if (encoding === "query") return null;
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}

function valuesOf(
  message: Outgoing,
  terms: RequestTerms,
  maxValiditySeconds = Number.MAX_SAFE_INTEGER,
): Values {
  const { msisdn, body: text, id, encoding, validUntil } = message;
  const sender = message.from?.source ?? message.sender;
  const { username, password, reportUrl, now } = terms;
  const left = Math.max(1, Math.ceil((validUntil.getTime() - now.getTime()) / 1_000));
  const validitySeconds = Math.min(left, maxValiditySeconds);
  const isLongNumber = /^\d+$/.test(sender) && sender.length > MAX_SHORTCODE_DIGITS;
  return {
    sender,
    msisdn,
    text,
    id,
    reportUrl,
    username,
    password,
    validitySeconds,
    senderE164: isLongNumber ? `+${sender}` : sender,
    validityMinutes: Math.ceil(validitySeconds / 60),
    coding: encoding === "UCS-2" ? 2 : 0,
    encoding: encoding === "UCS-2" ? "unicode" : "text",
    basicAuth: Buffer.from(`${username}:${password}`).toString("base64"),
  };
}

/** Fills a template. Filled-in values are not scanned for names, because a text may contain braces. */
function fill(
  template: string,
  values: Values,
  encode: (value: string) => string = (value) => value,
): string {
  return template.replace(NAME, (_, name: string) => encode(String(values[name] ?? "")));
}

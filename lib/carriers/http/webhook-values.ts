import type { WebhookPlace } from "@/lib/carriers/http/declared-api";
import { textAt } from "@/lib/carriers/http/json-pointer";
import type { CarrierWebhook } from "@/lib/carriers/webhook";
import { formPairs } from "@/lib/parsing/form-pairs";

const MAX_PARAMETERS = 200;

/** The longest part of a value that a pattern is matched against. */
const MAX_MATCHED = 4_096;

/**
 * The values of a webhook: parameters of its address and its form by name, and parts of a JSON body by
 * pointer.
 */
export class WebhookValues {
  /** The parameters of the form only. */
  readonly form: readonly (readonly [name: string, value: string])[];
  private readonly query: string;
  private readonly parameters: ReadonlyMap<string, string>;
  private readonly json: unknown;
  private readonly text: string;

  constructor({ target, body, header }: Pick<CarrierWebhook, "target" | "body" | "header">) {
    const at = target.indexOf("?");
    this.query = at < 0 ? "" : target.slice(at + 1);
    const octets = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const text = octets.toString("utf8").replace(/^\ufeff/, "");
    const isForm = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(header("content-type") ?? "");
    this.text = isForm ? "" : text;
    this.form = isForm ? pairsOf(text) : [];
    this.parameters = new Map([...this.form, ...pairsOf(this.query)]);
    this.json = isForm ? undefined : parsed(text);
  }

  /** Returns the text at a place; null if it is missing or empty. */
  at(place: WebhookPlace): string | null {
    if (typeof place === "string")
      return (place.startsWith("/") ? textAt(this.json, place) : this.parameters.get(place)) || null;
    const found = new RegExp(place.pattern, "u").exec((this.at(place.at) ?? "").slice(0, MAX_MATCHED));
    return (found?.[1] ?? found?.[0]) || null;
  }

  /** Returns a parameter of the address only, such as one that the gateway added; null if there is none. */
  ofAddress(name: string): string | null {
    return pairsOf(this.query).find(([each]) => each === name)?.[1] || null;
  }

  /** Returns the whole webhook in one line, without the gateway's secret, the parameter `token`. */
  raw(): string {
    const parameters = [...this.parameters].filter(([name]) => name !== "token");
    return [...parameters.map(([name, value]) => `${name}=${value}`), this.text].join(" ").trim();
  }

  /** Returns a parameter of the address as octets, which need not be UTF-8. */
  octetsAt(name: string): Buffer {
    const begin = `${name}=`;
    const piece = this.query.split("&", MAX_PARAMETERS).find((each) => each.startsWith(begin));
    return unescaped(piece?.slice(begin.length) ?? "");
  }
}

function pairsOf(encoded: string): [string, string][] {
  const pairs = formPairs(encoded, MAX_PARAMETERS, "replace") ?? [];
  return pairs.map(({ name, value }) => [name ?? "", value ?? ""]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoding to octets; `+` is a space. */
function unescaped(encoded: string): Buffer {
  const given = Buffer.from(encoded, "latin1");
  const octets = Buffer.alloc(given.length);
  let length = 0;
  for (let at = 0; at < given.length; at++) {
    const hex = given[at] === 0x25 ? given.toString("latin1", at + 1, at + 3) : "";
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      octets[length++] = Number.parseInt(hex, 16);
      at += 2;
    } else octets[length++] = given[at] === 0x2b ? 0x20 : (given[at] ?? 0);
  }
  return octets.subarray(0, length);
}

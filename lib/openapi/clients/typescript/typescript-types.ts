import type { ClientField, ClientObject, ClientType } from "@/lib/openapi/clients/model/client-types";
import { wrapped } from "@/lib/openapi/clients/model/prose";

/** The most characters of a line. A longer list of values has a line for each. */
const MAX_LINE_LENGTH = 100;

const NAME = /^[a-z_$][\w$]*$/i;

/** Returns a type in TypeScript. */
export function typeOf(type: ClientType): string {
  switch (type.kind) {
    case "scalar":
      return type.name === "integer" ? "number" : type.name;
    case "literals":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return `${/^(union|literals)$/.test(type.of.kind) ? `(${typeOf(type.of)})` : typeOf(type.of)}[]`;
    case "union":
      return type.of.map(typeOf).join(" | ");
    case "named":
      return type.name;
  }
}

/**
 * Returns an object as a type of its own.
 * @param isAsked true if callers create it: they may then write `undefined` for optional fields.
 */
export function objectType({ name, description, fields }: ClientObject, isAsked: boolean): string {
  const lines = fields.map((field) => fieldOf(field, isAsked));
  return `${comment(description)}export type ${name} = {\n${lines.join("")}};\n`;
}

function fieldOf({ name, type, isRequired, description }: ClientField, isAsked: boolean): string {
  const key = NAME.test(name) ? name : JSON.stringify(name);
  const written = `${typeOf(type)}${isAsked && !isRequired ? " | undefined" : ""}`;
  const isLong = type.kind === "literals" && written.length > MAX_LINE_LENGTH - key.length;
  const shown = isLong ? `\n    | ${written.replaceAll(" | ", "\n    | ")}` : ` ${written}`;
  return `${comment(description, "  ")}  ${key}${isRequired ? "" : "?"}:${shown};\n`;
}

/** Returns a text as a comment before the commented line; empty for an empty text. */
export function comment(text: string, indent = ""): string {
  const safe = text.replaceAll("*/", "* /");
  if (safe === "") return "";
  const line = `${indent}/** ${safe} */\n`;
  if (!safe.includes("\n") && line.length <= 112) return line;
  return `${indent}/**\n${wrapped(safe, `${indent} * `)}\n${indent} */\n`;
}

import type { ClientField, ClientObject, ClientType } from "@/lib/openapi/clients/model/client-types";
import { wrapped } from "@/lib/openapi/clients/model/prose";

const SCALARS = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" } as const;

/** Words that can't be a name in Python. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Returns a type in Python, in a form that version 3.9 can run. */
export function typeOf(type: ClientType): string {
  switch (type.kind) {
    case "scalar":
      return SCALARS[type.name];
    case "literals":
      return `Literal[${type.values.map(literalOf).join(", ")}]`;
    case "list":
      return `List[${typeOf(type.of)}]`;
    case "union":
      return unionOf(type.of);
    case "named":
      return type.name;
  }
}

function unionOf(types: readonly ClientType[]): string {
  const others = types.filter((type) => !(type.kind === "scalar" && type.name === "null"));
  const written = others.map(typeOf);
  const either = written.length === 1 ? (written[0] ?? "None") : `Union[${written.join(", ")}]`;
  return others.length < types.length ? `Optional[${either}]` : either;
}

const literalOf = (value: string | number | boolean) =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);

/** Returns a name as an argument: a keyword of Python gets an underscore behind it, as in `from_`. */
export const argumentOf = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);

/** Returns a name as that of a Python function: `sendMessage` becomes `send_message`. */
export const functionName = (id: string): string =>
  id.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/**
 * Returns an object of a response as a type. Optional fields are in a class of their own, since version 3.9 has no
 * other way.
 */
export function objectType({ name, description, fields }: ClientObject): string {
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return typedDict(name, description, fields, true);
  const required = fields.filter(({ isRequired }) => isRequired);
  const whole = `class ${name}(_${name}Required, _${name}Optional):\n${docstring(description, "    ")}    pass\n`;
  return [
    typedDict(`_${name}Required`, "", required, true),
    typedDict(`_${name}Optional`, "", optional, false),
    whole.replace(/"""\n {4}pass\n$/, '"""\n'),
  ].join("\n\n");
}

/** Returns the type in the form of a call, since a field's name may be a keyword of Python. */
function typedDict(
  name: string,
  description: string,
  fields: readonly ClientField[],
  isTotal: boolean,
): string {
  const lines = fields.map(
    (field) =>
      `${comment(field.description, "        ")}        ${JSON.stringify(field.name)}: ${typeOf(field.type)},\n`,
  );
  const total = isTotal ? "" : "    total=False,\n";
  return `${comment(description)}${name} = TypedDict(\n    "${name}",\n    {\n${lines.join("")}    },\n${total})\n`;
}

/** Returns a text as comments before the commented line; empty for an empty text. */
export const comment = (text: string, indent = ""): string =>
  text === "" ? "" : `${wrapped(text, `${indent}# `)}\n`;

/** Returns a text as the docstring of a class or function; empty for an empty text. */
export function docstring(text: string, indent: string): string {
  if (text === "") return "";
  const safe = wrapped(text.replaceAll("\\", "\\\\").replaceAll('"""', "'''"), indent).trimStart();
  return safe.includes("\n") ? `${indent}"""${safe}\n${indent}"""\n` : `${indent}"""${safe}"""\n`;
}

import type { ClientModel, ClientOperation } from "@/lib/openapi/clients/model/client-model";
import { BASE_URL_MARK, readPart } from "@/lib/openapi/clients/model/client-parts";
import { type ClientField, type ClientType, capitalised } from "@/lib/openapi/clients/model/client-types";
import { sentence } from "@/lib/openapi/clients/model/prose";
import {
  argumentOf,
  comment,
  docstring,
  functionName,
  objectType,
  typeOf,
} from "@/lib/openapi/clients/python/python-types";

const PARTS = ["errors", "retries", "connection", "webhooks"];

/**
 * Returns a client in Python: one module that needs only the standard library, with `BASE_URL_MARK` in place of its
 * default address.
 */
export function pythonClient(model: ClientModel): string {
  const { title, version, objects, unions, errors, events, tokenPath } = model;
  const parts = PARTS.map((name) => readPart(`python/parts/${name}.py`));
  const codes = errors.map(({ code, cause }) => `${comment(cause, "    ")}    ${JSON.stringify(code)},\n`);
  return [
    heading(title, version),
    `${importsOf(parts)}\n`,
    `#: Where this file was downloaded.\nDEFAULT_BASE_URL = ${BASE_URL_MARK}\n\n_TOKEN_PATH = ${JSON.stringify(tokenPath)}\n`,
    `#: The codes of the API's errors.\nErrorCode = Literal[\n${codes.join("")}]\n`,
    ...objects.map((object) => `${objectType(object)}\n`),
    ...unions.map(({ name, type }) => `${name} = ${typeOf(type)}\n`),
    `#: An event that your webhook receives. "type" is its kind.\nWebhookEvent = Union[${events.map(typeOf).join(", ")}]\n\n`,
    ...parts.map((part) => `${withoutImports(part)}\n`),
    classOf(model),
  ]
    .join("\n")
    .replace(/\n{4,}/g, "\n\n\n");
}

function heading(title: string, version: string): string {
  return `"""${title} ${version}: the client for Python, in one file and without packages.

It needs Python 3.9 or newer.
Made from the API's description (/openapi.json). Don't edit it: download it again to update.
"""
`;
}

/** Returns the imports of the parts from the standard library, each once. */
function importsOf(parts: readonly string[]): string {
  const lines = parts.flatMap((part) => part.match(/^(?:import|from) (?!\.).*$/gm) ?? []);
  const named = new Set(["List", "TypedDict"]);
  for (const line of lines) for (const name of namesOf(line)) named.add(name);
  const modules = [...new Set(lines.filter((line) => line.startsWith("import ")))].sort();
  return `${modules.join("\n")}\nfrom typing import (\n${[...named]
    .sort()
    .map((name) => `    ${name},\n`)
    .join("")})\n`;
}

const namesOf = (line: string) => /^from typing import (.*)$/.exec(line)?.[1]?.split(", ") ?? [];

const withoutImports = (part: string) => part.replace(/^(?:import|from) .*\n/gm, "").trimStart();

function classOf({ operations }: ClientModel): string {
  return `class Gateway(_Connection):
    """The API. Arguments and fields have the names that the API's reference has; \`from\` is \`from_\` here."""

${operations.flatMap((operation) => [methodOf(operation), ...iteratorOf(operation)]).join("\n")}`;
}

function methodOf(operation: ClientOperation): string {
  const { id, method, path, summary, description, request, response, needsAccount, takesKey } = operation;
  const isGiven = takesKey
    ? "Names the call for 24 hours, across restarts of your program too. Default: a random one for each call."
    : "";
  const told = [
    `${sentence(summary)}\n\n${description}`,
    argumentsTold(request.fields, isGiven),
    "Raises:\n    GatewayError: if it fails.",
  ].filter((part) => part !== "");
  const flags = [
    `needs_account=${needsAccount ? "True" : "False"}`,
    ...(takesKey ? ["takes_key=True", "idempotency_key=idempotency_key"] : []),
  ];
  const result = resultOf(id, response);
  return `${signatureOf(functionName(id), request.fields, takesKey, result)}${docstring(told.join("\n\n"), "        ")}        ${response === null ? "" : `result: ${result} = `}self._call(
            (${JSON.stringify(method)}, ${JSON.stringify(path)}),
            {${fieldsOf(request.fields)}},
            ${flags.join(",\n            ")},
        )
${response === null ? "" : "        return result\n"}`;
}

function iteratorOf({ id, request, pages }: ClientOperation): string[] {
  if (pages === null) return [];
  const fields = request.fields.filter(({ name }) => name !== "page");
  const entry = typeOf(pages.entry);
  const name = functionName(id.replace(/^[a-z]+/, "iterate"));
  const passed = fields.map(({ name: field }) => `${argumentOf(field)}=${argumentOf(field)}, `);
  const told = `Every entry of \`${functionName(id)}\`, page after page.\n\nRaises:\n    GatewayError: if a page fails.`;
  return [
    `${signatureOf(name, fields, false, `Iterator[${entry}]`)}${docstring(told, "        ")}        return _each(
            lambda page: self.${functionName(id)}(${passed.join("")}page=page),
            ${JSON.stringify(pages.name)},
        )
`,
  ];
}

function signatureOf(
  name: string,
  fields: readonly ClientField[],
  takesKey: boolean,
  result: string,
): string {
  const named = [
    ...fields.filter(({ isRequired }) => isRequired),
    ...fields.filter(({ isRequired }) => !isRequired),
  ]
    .map(({ name: field, type, isRequired }) =>
      isRequired
        ? `        ${argumentOf(field)}: ${typeOf(type)},\n`
        : `        ${argumentOf(field)}: ${optional(typeOf(type))} = None,\n`,
    )
    .concat(takesKey ? ["        idempotency_key: Optional[str] = None,\n"] : []);
  if (named.length === 0) return `    def ${name}(self) -> ${result}:\n`;
  return `    def ${name}(\n        self,\n        *,\n${named.join("")}    ) -> ${result}:\n`;
}

const optional = (type: string) => (type.startsWith("Optional[") ? type : `Optional[${type}]`);

function argumentsTold(fields: readonly ClientField[], keyTold: string): string {
  const lines = fields.map(({ name, description }) => `${argumentOf(name)}: ${description}`);
  if (keyTold !== "") lines.push(`idempotency_key: ${keyTold}`);
  return lines.length === 0 ? "" : `Args:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

function fieldsOf(fields: readonly ClientField[]): string {
  if (fields.length === 0) return "";
  const lines = fields.map(({ name }) => `                ${JSON.stringify(name)}: ${argumentOf(name)},\n`);
  return `\n${lines.join("")}            `;
}

function resultOf(id: string, response: ClientType | null): string {
  if (response === null) return "None";
  return response.kind === "union" ? `${capitalised(id)}Response` : typeOf(response);
}

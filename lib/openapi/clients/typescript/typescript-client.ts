import type { ClientModel, ClientOperation } from "@/lib/openapi/clients/model/client-model";
import { BASE_URL_MARK, readPart } from "@/lib/openapi/clients/model/client-parts";
import { type ClientType, capitalised } from "@/lib/openapi/clients/model/client-types";
import { sentence } from "@/lib/openapi/clients/model/prose";
import { comment, objectType, typeOf } from "@/lib/openapi/clients/typescript/typescript-types";

const PARTS = ["errors", "retries", "connection", "pages", "webhooks"];

/** The exported names of the parts. Other names are the client's own. */
const PUBLIC: ReadonlySet<string> = new Set([
  "ClientErrorCode",
  "GatewayError",
  "GatewayCredentials",
  "GatewayOptions",
  "CallOptions",
  "RepeatableCallOptions",
  "WebhookError",
  "WebhookHeaders",
  "verifyWebhook",
]);

/** Returns a client in TypeScript: one module without imports, with `BASE_URL_MARK` in place of its default address. */
export function typescriptClient(model: ClientModel): string {
  const { title, version, operations, objects, unions, errors, events } = model;
  const requests = operations
    .map(({ request }) => request)
    .filter(({ fields }, place, all) => fields.length > 0 && isFirst(place, all));
  return [
    heading(title, version),
    `${comment("Where this file was downloaded.")}export const DEFAULT_BASE_URL = ${BASE_URL_MARK};\n`,
    `${comment("The codes of the API’s errors.")}export type ErrorCode =\n${errors.map(codeOf).join("\n")};\n`,
    ...requests.map((request) => objectType(request, true)),
    ...objects.map((object) => objectType(object, false)),
    ...unions.map(({ name, type }) => `export type ${name} = ${typeOf(type)};\n`),
    `${comment("An event that your webhook receives. `type` is its kind.")}export type WebhookEvent = ${events.map(typeOf).join(" | ")};\n`,
    classOf(model),
    ...PARTS.map(partOf),
  ].join("\n");
}

const isFirst = (place: number, all: readonly { name: string }[]) =>
  all.findIndex(({ name }) => name === all[place]?.name) === place;

function heading(title: string, version: string): string {
  return [
    `// ${title} ${version}: the client for TypeScript, in one file and without packages.`,
    "// It needs fetch and Web Crypto: Node 20 or newer, Deno or Bun. Keep credentials out of browsers.",
    "// Made from the API’s description (/openapi.json). Don’t edit it: download it again to update.",
    "",
  ].join("\n");
}

function codeOf({ code, cause }: { code: string; cause: string }): string {
  return `${comment(cause, "  ")}  | ${JSON.stringify(code)}`;
}

function classOf({ operations, tokenPath }: ClientModel): string {
  const token = operations.find(({ path }) => path === tokenPath);
  return [
    `/** The API. Fields have the names that the API’s reference has. */
export class Gateway {
  readonly #connection: Connection;

  constructor(options: GatewayOptions) {
    const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL;
    this.#connection = new Connection({ ...options, baseUrl }, ROUTES.${token?.id});
  }
`,
    ...operations.flatMap((operation) => [methodOf(operation), ...iteratorOf(operation)]),
    "}\n",
    `/** The way to call each operation. */\nconst ROUTES = {\n${operations.map(routeOf).join("")}} as const;\n`,
  ].join("\n");
}

function routeOf({ id, method, path, needsAccount, takesKey }: ClientOperation): string {
  return `  ${id}: ${JSON.stringify({ method, path, needsAccount, takesKey })
    .replace(/"(\w+)":/g, " $1: ")
    .replace(/}$/, " }")},\n`;
}

function methodOf(operation: ClientOperation): string {
  const { id, summary, description, response, takesKey } = operation;
  const hasRequest = operation.request.fields.length > 0;
  const parameters = [...(hasRequest ? [requestOf(operation)] : []), optionsOf(takesKey)];
  const result = response === null ? "void" : resultOf(id, response);
  return `${comment(`${sentence(summary)}\n\n${description}\n@throws GatewayError`, "  ")}  ${id}(${parameters.join(", ")}): Promise<${result}> {
    return this.#connection.call(ROUTES.${id}, ${hasRequest ? "request" : "{}"}, options);
  }
`;
}

function iteratorOf({ pages, ...operation }: ClientOperation): string[] {
  if (pages === null) return [];
  const { id } = operation;
  const name = id.replace(/^[a-z]+/, "iterate");
  const told = `Every entry of \`${id}\`, page after page from \`page\` on.\n@throws GatewayError`;
  return [
    `${comment(told, "  ")}  ${name}(${requestOf(operation)}, ${optionsOf(false)}): AsyncGenerator<${typeOf(pages.entry)}, void, undefined> {
    const read = (page: number) => this.${id}({ ...request, page }, options);
    return everyEntry<${typeOf(pages.entry)}>(read, ${JSON.stringify(pages.name)}, request.page ?? 1);
  }
`,
  ];
}

const requestOf = ({ request }: Pick<ClientOperation, "request">) =>
  `request: ${request.name}${request.fields.some(({ isRequired }) => isRequired) ? "" : " = {}"}`;

const optionsOf = (takesKey: boolean) =>
  `options: ${takesKey ? "RepeatableCallOptions" : "CallOptions"} = {}`;

const resultOf = (id: string, response: ClientType) =>
  response.kind === "union" ? `${capitalised(id)}Response` : typeOf(response);

/** Returns a part without its imports, since all parts are in one file. */
function partOf(name: string): string {
  return readPart(`typescript/parts/${name}.ts`)
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (?=(?:async )?(?:function\*?|class|type|const) (\w+))/gm, (word, exported) =>
      PUBLIC.has(exported) ? word : "",
    )
    .trimStart();
}

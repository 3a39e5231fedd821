import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of Kubb for `fetch`. It names no type for JSON either. */
export const kubb: ClientGenerator = {
  run: "./kubb.mjs",
  files: {
    "kubb.mjs": `import { build } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
const { error, failedPlugins } = await build({
  config: {
    root: ".",
    input: { path: "./openapi.json" },
    output: { path: "./client", format: false, lint: false },
    plugins: [pluginOas(), pluginTs(), pluginClient({ client: "fetch" })],
  },
});
const [failure] = failedPlugins;
if (error ?? failure) throw error ?? failure.error;
`,
  },
  compilerOptions: { allowImportingTsExtensions: true },
  program: `import { setConfig } from "@kubb/plugin-client/clients/fetch";
import {
  type BillingQueryRequest,
  queryBilling,
  queryStatus,
  type SendMessage400,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client/index.ts";
const [baseURL, token] = process.argv.slice(2);
setConfig({ baseURL, headers: { Authorization: \`Bearer \${token}\` } });
const send = (body: SendRequest) => sendMessage(body);
const bill = (body: BillingQueryRequest) => queryBilling(body);
const find = (body: StatusQueryRequest) => queryStatus(body);
// Its client returns the body of every response alike.
const refusal = async (body: SendRequest): Promise<string | undefined> =>
  ((await sendMessage(body)) as unknown as SendMessage400).code;
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

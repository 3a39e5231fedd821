import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `openapi-typescript`. */
export const openapiTypescript: ClientGenerator = {
  run: "bin/cli.js",
  args: ["openapi.json", "-o", "client.d.ts"],
  program: `import createClient from "openapi-fetch";
import type { components, paths } from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
async function send(body: components["schemas"]["SendRequest"]) {
  const { data, error } = await client.POST("/gateway/sms/out", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function bill(body: components["schemas"]["BillingQueryRequest"]) {
  const { data, error } = await client.POST("/gateway/billing/query", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function find(body: components["schemas"]["StatusQueryRequest"]) {
  const { data, error } = await client.POST("/gateway/sms/status/query", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function refusal(body: components["schemas"]["SendRequest"]): Promise<string | undefined> {
  const { error } = await client.POST("/gateway/sms/out", { body });
  return error?.code;
}
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: components["schemas"]["SendRequest"] = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `@hey-api/openapi-ts`. */
export const heyApiOpenapiTs: ClientGenerator = {
  run: "bin/run.js",
  args: ["-i", "openapi.json", "-o", "client", "--no-log-file"],
  program: `import {
  type BillingQueryRequest,
  queryBilling,
  queryStatus,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client";
import { client } from "./client/client.gen";
const [baseUrl = "", token] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => token });
const send = async (body: SendRequest) => (await sendMessage({ body, throwOnError: true })).data;
const bill = async (body: BillingQueryRequest) => (await queryBilling({ body, throwOnError: true })).data;
const find = async (body: StatusQueryRequest) => (await queryStatus({ body, throwOnError: true })).data;
const refusal = async (body: SendRequest): Promise<string | undefined> => (await sendMessage({ body })).error?.code;
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

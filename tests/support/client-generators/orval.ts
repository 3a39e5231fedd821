import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `orval` for `fetch`. It names no type for JSON: `fetch` calls it a text. */
export const orval: ClientGenerator = {
  run: "dist/bin/orval.js",
  args: ["--config", "orval.config.cjs"],
  files: {
    "orval.config.cjs": `module.exports = {
  gateway: {
    input: "openapi.json",
    output: { target: "client.ts", client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
`,
  },
  program: `import {
  type BillingQueryRequest,
  queryBilling,
  queryStatus,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client";
const options = { headers: { Authorization: \`Bearer \${process.argv[3]}\` } };
async function send(body: SendRequest) {
  const answer = await sendMessage(body, options);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function bill(body: BillingQueryRequest) {
  const answer = await queryBilling(body, options);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function find(body: StatusQueryRequest) {
  const answer = await queryStatus(body, options);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function refusal(body: SendRequest): Promise<string | undefined> {
  const answer = await sendMessage(body, options);
  return answer.status === 400 ? answer.data.code : undefined;
}
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

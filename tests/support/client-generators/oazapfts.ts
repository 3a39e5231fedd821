import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `oazapfts`. */
export const oazapfts: ClientGenerator = {
  run: "dist/cli.js",
  args: ["openapi.json", "client.ts"],
  program: `import {
  type BillingQueryRequest,
  defaults,
  queryBilling,
  queryStatus,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
defaults.baseUrl = baseUrl;
defaults.headers = { Authorization: \`Bearer \${token}\` };
async function send(body: SendRequest) {
  const answer = await sendMessage(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function bill(body: BillingQueryRequest) {
  const answer = await queryBilling(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function find(body: StatusQueryRequest) {
  const answer = await queryStatus(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function refusal(body: SendRequest): Promise<string | undefined> {
  const answer = await sendMessage(body);
  return answer.status === 400 ? answer.data.code : undefined;
}
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

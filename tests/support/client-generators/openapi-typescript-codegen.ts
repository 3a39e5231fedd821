import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `openapi-typescript-codegen`. */
export const openapiTypescriptCodegen: ClientGenerator = {
  run: "bin/index.js",
  args: ["-i", "openapi.json", "-o", "client", "--useUnionTypes"],
  program: `import {
  ApiError,
  type BillingQueryRequest,
  OpenAPI,
  QueriesService,
  type SendRequest,
  SendingService,
  type StatusQueryRequest,
} from "./client";
const [baseUrl = "", token = ""] = process.argv.slice(2);
OpenAPI.BASE = baseUrl;
OpenAPI.TOKEN = token;
const send = (body: SendRequest) => SendingService.sendMessage(body);
const bill = (body: BillingQueryRequest) => QueriesService.queryBilling(body);
const find = (body: StatusQueryRequest) => QueriesService.queryStatus(body);
const refusal = (body: SendRequest): Promise<string | undefined> =>
  SendingService.sendMessage(body).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.body.code : undefined),
  );
async function use(): Promise<void> {${CALLS.replace("entry.success", '"message_id" in entry')}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

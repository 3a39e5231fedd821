import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `openapi-zod-client`. */
export const openapiZodClient: ClientGenerator = {
  run: "bin.js",
  args: ["openapi.json", "-o", "client.ts", "--export-schemas"],
  program: `import { isAxiosError } from "axios";
import type { z } from "zod";
import { createApiClient, schemas } from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
const client = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: \`Bearer \${token}\` } } });
type SendRequest = z.infer<typeof schemas.SendRequest>;
const send = (body: SendRequest) => client.sendMessage(body);
const bill = (body: z.infer<typeof schemas.BillingQueryRequest>) => client.queryBilling(body);
const find = (body: z.infer<typeof schemas.StatusQueryRequest>) => client.queryStatus(body);
const refusal = (body: SendRequest): Promise<string | undefined> =>
  client.sendMessage(body).then(
    () => undefined,
    (error: unknown) => (isAxiosError(error) ? error.response?.data.code : undefined),
  );
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

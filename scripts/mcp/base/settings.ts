import { z } from "zod";
import { credentialForm } from "@/lib/contracts/base/credential-form";
import { dollars, optional } from "@/lib/setting-rules";

/** The forms of an API key's two halves. The errors help with a copy that has a space or a quotation mark. */
const clientId = z
  .string("is missing: it is the client ID of an API key, beginning with cid_")
  .regex(credentialForm("cid"), "must be the client ID of an API key, beginning with cid_");
const clientSecret = z
  .string("is missing: it is the client secret of an API key, beginning with csk_")
  .regex(credentialForm("csk"), "must be the client secret of an API key, beginning with csk_");

const schema = z.object({
  GATEWAY_URL: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
      .transform((url) => url.replace(/\/+$/, ""))
      .default("http://localhost:3000"),
  ),
  GATEWAY_CLIENT_ID: optional(clientId),
  GATEWAY_CLIENT_SECRET: optional(clientSecret),
  MCP_DAILY_LIMIT: dollars("5.00"),
  MCP_LOOKUP_PRICE: dollars("0.00575"),
});

/** The environment variables that the MCP server reads, beside `DATA_DIR`. */
export const MCP_SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export type McpSettings = {
  /** The address of the gateway, without a slash at the end. */
  gatewayUrl: string;
  clientId: string;
  clientSecret: string;
  /** The amount that may be spent in a New Zealand day, GST included. */
  dailyLimitMicros: bigint;
  /** The amount that a number lookup counts as, GST included: the gateway doesn't report the price of lookups. */
  lookupPriceMicros: bigint;
  /** The folder in which the lookups of a day are counted. */
  dataDir: string;
};

/**
 * Reads the settings of the MCP server from an environment.
 * @param dataDir the data folder, absolute.
 * @throws Error with one sentence that names the first setting that is missing or wrong.
 */
export function readMcpSettings(
  source: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): McpSettings {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`Setting ${issue?.path.join(".")} ${issue?.message ?? "is not valid"}.`);
  }
  const value = parsed.data;
  return {
    gatewayUrl: value.GATEWAY_URL,
    clientId: value.GATEWAY_CLIENT_ID,
    clientSecret: value.GATEWAY_CLIENT_SECRET,
    dailyLimitMicros: value.MCP_DAILY_LIMIT,
    lookupPriceMicros: value.MCP_LOOKUP_PRICE,
    dataDir,
  };
}

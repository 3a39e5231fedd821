import { crmCOperation } from "@/lib/contracts/integrations/crm-c";
import { GatewayError } from "@/lib/errors";
import { findBySecret, findByShortcode, type Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall, Integration } from "@/lib/integrations/integration";
import { sentResponse } from "@/lib/integrations/kinds/sent-response";
import { type Fields, isEmpty, readFields, readStartFields } from "@/lib/integrations/read-body";
import { type Message, readText, readTo } from "@/lib/integrations/read-message";
import { startLacks } from "@/lib/parsing/read-json";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

const KIND = "crm_c";

/**
 * The integration whose credentials are in its body, and whose errors have texts of their own, in this order
 * (rules: crm-c).
 */
export const crmC: Integration<Message | null> = {
  kind: KIND,
  operation: crmCOperation,
  authenticate: async (call) => {
    const { bytes, isWhole } = await call.start();
    if (!isWhole) return { owner: await ownerByStart(call, bytes), body: null };
    const fields = await readFields(bytes, call.header("content-type"));
    const message = readCrmC(fields);
    return { owner: await ownerOf(call, fields), body: message };
  },
  read: async (call, owner, message) =>
    message ?? readCrmC(await readFields(await call.bytes(owner), call.header("content-type"))),
  answer: sentResponse,
};

function readCrmC(fields: Fields): Message {
  if ([fields.to, fields.message].some((field) => field === undefined || isEmpty(field)))
    throw new GatewayError("missing_parameter", "Missing required fields: to, message");
  const to = readTo(fields.to);
  if ([to].flat().every((given) => normaliseMsisdn(given) === null))
    throw new GatewayError("invalid_recipient", "Invalid phone number");
  return { to, message: readText("message", fields.message) };
}

/** Finds the owner of a larger body, which is read after verification (rules: body size). */
async function ownerByStart(call: IncomingCall, start: Uint8Array): Promise<Owner> {
  const fields = await readStartFields(start, ["api_key", "shortcode_id", "secret"]);
  const hasOwn = fields.shortcode_id !== undefined && credential(fields.secret) !== null;
  if (credential(fields.api_key) === null && !hasOwn)
    throw startLacks(start.length, "'api_key', or 'shortcode_id' and 'secret'");
  return ownerOf(call, fields);
}

async function ownerOf(call: IncomingCall, fields: Fields): Promise<Owner> {
  const apiKey = credential(fields.api_key);
  if (apiKey !== null) {
    const owner = await findBySecret(call, KIND, apiKey);
    if (!owner) throw new GatewayError("invalid_key", "Invalid API key");
    return withItsWords(owner);
  }
  const secret = credential(fields.secret);
  if (fields.shortcode_id === undefined || isEmpty(fields.shortcode_id) || secret === null) {
    throw new GatewayError(
      "missing_parameter",
      "Authentication required: provide either api_key OR (shortcode_id + secret)",
    );
  }
  const shortcodeId = readShortcodeId(fields.shortcode_id);
  if (!Number.isInteger(shortcodeId) || shortcodeId < 1 || shortcodeId > 2_147_483_647)
    throw new GatewayError("not_found", "There is no such shortcode.");
  const owner = await findByShortcode(call, KIND, { shortcodeId, secret });
  if (!owner) throw new GatewayError("invalid_key", "Invalid webhook secret");
  return withItsWords(owner);
}

/**
 * Reads the shortcode id of a call.
 * @throws GatewayError `invalid_parameter` for a list, an object or a truth value.
 */
function readShortcodeId(given: unknown): number {
  if (typeof given === "string" || typeof given === "number") return Number(given);
  throw new GatewayError("invalid_parameter", "Parameter 'shortcode_id' must be a whole number.");
}

function credential(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function withItsWords(owner: Owner): Owner {
  if (owner.enabled) return owner;
  return { ...owner, refusal: new GatewayError("integration_disabled", "Zoho integration is disabled") };
}

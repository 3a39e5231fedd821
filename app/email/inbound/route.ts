import ipaddr from "ipaddr.js";
import { EMAIL_INBOUND_HEADERS, EMAIL_INBOUND_TYPE } from "@/lib/contracts/integrations/email-inbound";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import { systemNameServers } from "@/lib/email-to-sms/name-servers";
import { MAX_EMAIL_BYTES, MAX_EMAIL_RECIPIENTS } from "@/lib/email-to-sms/reading/limits";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";
import { type SubmittedEmail, submitEmail } from "@/lib/email-to-sms/submit-email";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { readBytes } from "@/lib/http/body/body";
import { callOf } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { sendRules } from "@/lib/messages/send-rules";

/** Receives emails to numbers from a mail service. Exists only if `EMAIL_INBOUND_SECRET` is set. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: {
      run: async (request) => {
        const { emailInboundSecret: secret, emailToSmsDomain: domain } = env();
        if (secret === undefined || domain === undefined)
          throw new Error("EMAIL_INBOUND_SECRET or EMAIL_TO_SMS_DOMAIN is not set.");
        requireSecret(request, secret);
        const email = await readGiven(request);
        const { db, now } = callOf(request);
        const statusOf = (error: unknown) =>
          error === null ? 200 : error instanceof GatewayError ? error.status : 500;
        const rules = { domain, statusOf, send: sendRules(), resolver: systemNameServers() };
        const taken = await submitEmail(db, email, rules, now);
        return taken.response;
      },
    },
  },
  () => env().emailInboundSecret !== undefined,
);

function requireSecret(request: GatewayRequest, secret: string): void {
  const given = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (given !== undefined && matchesSecret(given, hashSecret(secret))) return;
  throw new GatewayError(
    "invalid_credentials",
    "The header 'Authorization' must contain EMAIL_INBOUND_SECRET.",
  );
}

async function readGiven(request: GatewayRequest): Promise<SubmittedEmail> {
  const type = (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== EMAIL_INBOUND_TYPE) {
    throw new GatewayError(
      "unsupported_media_type",
      `The request body must be a raw email, with Content-Type ${EMAIL_INBOUND_TYPE}.`,
    );
  }
  const { from, to, address } = EMAIL_INBOUND_HEADERS;
  const envelopeFrom = request.header(from);
  if (envelopeFrom === null) throw missing(from);
  const recipients = (request.header(to) ?? "")
    .split(",")
    .map((recipient) => unbracketed(recipient))
    .filter((recipient) => recipient !== "");
  if (recipients.length === 0) throw missing(to);
  if (recipients.length > MAX_EMAIL_RECIPIENTS) {
    throw new EmailRefusal(
      "too_many_recipients",
      `Header '${to}' names ${recipients.length} recipients; one request takes at most ${MAX_EMAIL_RECIPIENTS}.`,
    );
  }
  const client = readClient(request.header(address)?.trim() ?? "", address);
  const raw = Buffer.from(await readBytes(request, { verified: "email", maxBytes: MAX_EMAIL_BYTES }));
  return { raw, envelopeFrom: unbracketed(envelopeFrom), recipients: [...new Set(recipients)], client };
}

function readClient(given: string, header: string): SubmittedEmail["client"] {
  if (given === "") return null;
  if (ipaddr.isValid(given)) return { address: given, helo: "" };
  throw new GatewayError("invalid_parameter", `Header '${header}' must be an IP address.`);
}

const unbracketed = (address: string) => address.trim().replace(/^<(.*)>$/, "$1");

function missing(header: string): GatewayError {
  return new GatewayError("missing_parameter", `Header '${header}' is required.`);
}

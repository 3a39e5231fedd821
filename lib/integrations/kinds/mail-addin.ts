import { mailAddinOperation } from "@/lib/contracts/integrations/mail-addin";
import { GatewayError } from "@/lib/errors";
import { findBySecret } from "@/lib/integrations/find-owner";
import type { Integration } from "@/lib/integrations/integration";
import { isEmpty, readFields } from "@/lib/integrations/read-body";
import { readText, readTo } from "@/lib/integrations/read-message";

const KIND = "mail_addin";

/** The integration of the mail add-in, with the token that its user has entered (rules: mail add-in). */
export const mailAddin: Integration<null> = {
  kind: KIND,
  operation: mailAddinOperation,
  authenticate: async (call) => {
    const [scheme = "", token = ""] = (call.header("authorization") ?? "").trim().split(/\s+/, 2);
    const owner = scheme.toLowerCase() === "bearer" ? await findBySecret(call, KIND, token) : null;
    if (owner) return { owner, body: null };
    throw new GatewayError("invalid_key", "The add-in token is missing, wrong, or has been replaced.", {
      "WWW-Authenticate": "Bearer",
    });
  },
  read: async (call, owner) => {
    const fields = await readFields(await call.bytes(owner), call.header("content-type"));
    const to = readTo(fields.to);
    const hasText = fields.message !== undefined && !isEmpty(fields.message);
    const message = readText("message", hasText ? fields.message : fields.subject);
    const from =
      fields.from === undefined || isEmpty(fields.from) ? undefined : readText("from", fields.from).trim();
    return { to: [to].flat(), message, from };
  },
  answer: (sent) => sent,
};

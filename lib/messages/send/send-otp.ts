import { randomInt } from "node:crypto";
import type { OtpRequest, OtpResponse } from "@/lib/contracts/gateway/otp";
import { GatewayError } from "@/lib/errors";
import type { Item } from "@/lib/messages/accept/submission";
import type { SendContext } from "@/lib/messages/send/send-context";
import { type SendResult, submit } from "@/lib/messages/send/submit";
import { requireCompany, templateDraft, withoutRoute } from "@/lib/messages/send/template";
import { linkHosts } from "@/lib/sms/links/links";
import { toGsm7 } from "@/lib/sms/text/encoding";
import { maskCode, otpText } from "@/lib/sms/text/otp-text";

/** The digits of a generated code (rules: one-time codes). */
const CODE_DIGITS = 6;

/** A domain with a scheme, a port, a path or a query. */
const LINK_AS_NAME = /:\/\/|\.[^\s./?#:]+(?::\d|[/?#]\S)/;

/**
 * Sends a one-time code (rules: one-time codes), the caller's or a generated one. In the sandbox it only returns the
 * expected result. The response has the code. The code is masked in the stored text, and the sent text is encrypted
 * until the carrier has it.
 * @throws GatewayError 400, 403 or 409, with the codes that its operation declares.
 */
export async function sendOtp(
  context: SendContext,
  request: OtpRequest,
  idempotencyKey: string | null,
): Promise<SendResult<OtpResponse>> {
  const company = toGsm7(request.msgCompany);
  requireCompany(company);
  const code = request.msgCode ?? newCode();
  const comment = request.msgComment === undefined ? undefined : toGsm7(request.msgComment);
  const text = otpText({ code, company, comment, webOtpHost: request.webOtpDomain });
  if (text === null) throw tooLong(request);
  // Masked before the comment is cut to fit: a cut could leave a part of the code. The lengths are equal.
  const mask = (part: string) => maskCode(part, code);
  const maskedText = mask(
    otpText({
      code: mask(code),
      company: mask(company),
      comment: comment && mask(comment),
      webOtpHost: request.webOtpDomain,
    }) as string,
  );
  const linkText = searchedText(text, company, request.webOtpDomain);
  // Hosts that a message is held for are stored in clear.
  if (linkHosts(linkText).some((host) => host.includes(code))) {
    throw new GatewayError(
      "invalid_parameter",
      "The code must not be part of a host name that is linked to.",
    );
  }
  const draft = templateDraft("otp", request, { text, maskedText, linkText });
  const asked = { sandbox: request.sandbox, idempotencyKey, request };
  return submit<OtpResponse>(
    context,
    draft,
    asked,
    // A code is never queued for the night.
    (entry, items) => ({ ...withoutRoute(entry(items[0] as Item)), code }) as OtpResponse,
  );
}

/**
 * Returns the part of a text that is searched for links (rules: one-time code text). Browsers only compare the marker's
 * host, and phones do not open it. A domain as the company's name is no link, but a link in the place of the name is
 * one.
 */
function searchedText(text: string, company: string, webOtpDomain: string | undefined): string {
  const shown = webOtpDomain === undefined ? text : text.slice(0, text.lastIndexOf("\n@"));
  return LINK_AS_NAME.test(company) ? shown : shown.replace(company, "");
}

function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

function tooLong({ webOtpDomain }: OtpRequest): GatewayError {
  const also = webOtpDomain === undefined ? "" : " with this 'webOtpDomain'";
  return new GatewayError(
    "invalid_parameter",
    `Parameter 'msgCompany' is too long: the text does not fit 160 characters${also}.`,
  );
}

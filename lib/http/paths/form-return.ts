import type { GatewayError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply/reply";

/** The encodings in which a browser posts the fields of a form. */
const FORM_BODY = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i;

/** A path of this site. Two slashes would begin another host, and browsers read a backslash as a slash. */
const OWN_PATH = /^\/(?![/\\])/;

type PostedForm = {
  method: string;
  /** The path with its query string. */
  target: string;
  contentType: string | null | undefined;
  accept: string | null | undefined;
};

/**
 * Returns a redirect to the page if a browser posted a form of the page to it: the form's code was not loaded
 * (rules: early forms). Returns null for other requests. The server ignores the fields, and they reach neither the
 * address nor a log.
 * @param refusal the response to a program that posts to a page.
 */
export function formReturn(
  refusal: GatewayError,
  { method, target, contentType, accept }: PostedForm,
): Reply | null {
  const isForm =
    method === "POST" && FORM_BODY.test(contentType ?? "") && /\btext\/html\b/i.test(accept ?? "");
  if (refusal.code !== "method_not_allowed" || !isForm || !OWN_PATH.test(target)) return null;
  return new Reply(null, { status: 303, headers: { Location: target, "Cache-Control": "no-store" } });
}

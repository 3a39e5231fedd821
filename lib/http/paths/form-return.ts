import type { GatewayError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply/reply";

/** The encodings that a browser posts the fields of a form in. */
const FORM_BODY = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i;

/** A path of this site: two slashes would begin with another host, and browsers take a backslash for a slash. */
const OWN_PATH = /^\/(?![/\\])/;

type PostedForm = {
  method: string;
  /** The path with its query string. */
  target: string;
  contentType: string | null | undefined;
  accept: string | null | undefined;
};

/**
 * Returns a redirect to the page if a browser posted a form of the page to it: the code that handles the form was not there
 * (rules: early forms). Returns null for other requests. The fields are read by no code, and are in neither the address nor a log.
 * @param refusal the answer to a program that posts to a page.
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

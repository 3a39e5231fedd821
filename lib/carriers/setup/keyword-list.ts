import { z } from "zod";
import { MAX_ACCOUNT_ID } from "@/lib/cell-numbers";
import { GatewayError } from "@/lib/errors";
import { firstKeyword, isResubscribe, MAX_KEYWORD_LENGTH, optOutKeyword } from "@/lib/sms/text/keywords";

/** The most keywords that are listed, and that a document may state. */
export const MAX_KEYWORDS = 10_000;

const keyword = z.strictObject({
  sender: z.string().min(1).max(20),
  word: z.string(),
  account: z.int().positive().max(MAX_ACCOUNT_ID),
  /** The account's email address, for human readers. It is not checked, because an account may change it. */
  email: z.string().optional(),
});

/**
 * Keywords of incoming messages with their accounts, as an operator writes them (rules: inbound keywords).
 */
export const keywordList = z.array(keyword).max(MAX_KEYWORDS);

export type WrittenKeyword = z.infer<typeof keyword>;

/**
 * Returns the keyword for a word: in capitals, without accents and macrons (rules: inbound keywords).
 * @throws GatewayError `invalid_parameter` if the word is malformed or reserved.
 */
export function readKeyword(word: string): string {
  const trimmed = word.trim();
  if (optOutKeyword(trimmed) !== null || isResubscribe(trimmed))
    throw new GatewayError("invalid_parameter", `${trimmed} is reserved for opt-outs.`);
  const read = firstKeyword(trimmed);
  if (read === null || !/^[\p{L}\p{N}\p{M}]+$/u.test(trimmed))
    throw new GatewayError(
      "invalid_parameter",
      `'${trimmed.slice(0, 40).toWellFormed()}' is no keyword: it must be one word of letters and digits, of at most ${MAX_KEYWORD_LENGTH}.`,
    );
  return read;
}

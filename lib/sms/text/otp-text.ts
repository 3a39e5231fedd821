import { toGsm7 } from "@/lib/sms/text/encoding";
import { countSeptets, GSM7_SINGLE, trimToSeptets } from "@/lib/sms/text/segments";

/** The parts of a text with a one-time code (rules: one-time code text). */
export type OtpParts = {
  /** 4 to 8 digits. */
  code: string;
  company: string;
  comment: string | undefined;
  /** The host for which a browser fills in the code. */
  webOtpHost: string | undefined;
};

/**
 * Returns the text of a one-time code, encoded as GSM-7 (rules: one-time code text). It has the code, the company and
 * the comment. The last line has the marker for browsers. The comment is cut to fit 160 septets in total.
 * @returns null if the text does not fit even without the comment. Never throws.
 */
export function otpText({ code, company, comment, webOtpHost }: OtpParts): string | null {
  const sentence = toGsm7(`${code} is your ${company} verification code`);
  const marker = webOtpHost === undefined ? "" : toGsm7(`\n@${webOtpHost} #${code}`);
  const room = GSM7_SINGLE - countSeptets(sentence) - countSeptets(marker);
  if (room < 0) return null;
  const appended = comment === undefined ? "" : trimToSeptets(toGsm7(` ${comment}`), room).trimEnd();
  return `${sentence}${appended}${marker}`;
}

/**
 * Returns a text that may be stored: asterisks replace the characters of each occurrence of the code, including
 * occurrences that overlap. One pass, linear in the length; never throws.
 */
export function maskCode(text: string, code: string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
    const end = at + code.length;
    // An occurrence that overlaps the previous one adds only its last characters.
    pieces.push(text.slice(kept, at), "*".repeat(end - Math.max(kept, at)));
    kept = end;
  }
  return pieces.join("") + text.slice(kept);
}

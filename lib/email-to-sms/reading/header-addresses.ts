import addressparser from "nodemailer/lib/addressparser/index.js";
import { readAddress } from "@/lib/email-to-sms/reading/address";
import { MAX_ADDRESSES_CHARACTERS } from "@/lib/email-to-sms/reading/limits";

/** The addresses in header lines of some names, groups opened. A line that is far too long has none. */
export function readHeaderAddresses(lines: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (!names.includes(line.slice(0, colon).trim().toLowerCase())) continue;
    if (line.length > MAX_ADDRESSES_CHARACTERS) continue;
    for (const entry of addressparser(line.slice(colon + 1).trim(), { flatten: true })) {
      const read = readAddress(entry.address);
      if (read) found.add(read.address);
    }
  }
  return found;
}

import addressparser from "nodemailer/lib/addressparser";
import { readAddress } from "@/lib/email-to-sms/address";

/** The addresses in header lines of some names, groups opened. */
export function readHeaderAddresses(lines: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (!names.includes(line.slice(0, colon).trim().toLowerCase())) continue;
    for (const entry of addressparser(line.slice(colon + 1).trim(), { flatten: true })) {
      const read = readAddress(entry.address);
      if (read) found.add(read.address);
    }
  }
  return found;
}

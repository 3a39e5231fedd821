import type { Fields } from "@/lib/integrations/read-body";
import { firstText, short } from "@/lib/integrations/storefront/fields";
import { linkHosts } from "@/lib/sms/links/links";

/** The longest first name in a text. Customers write it, and the account pays for it. */
const MAX_NAME = 40;

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir)\.?$/i;

/** Placeholders that people enter when a checkout requires a name. */
const NO_NAME = /^(?:null|undefined|none|nil|unknown|guest|customer|n\/?a|first ?name|name)$/i;

/** Pictures in a name. They make a text dearer, or become question marks. */
const PICTURES =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is dropped by itself.
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u200d\ufe0f\u20e3]+/gu;

/**
 * Returns a person's first name from an address or a customer: the first-name field, else the first word of the whole
 * name. It ignores companies. It drops text that has no letter, is too long, or contains a link.
 */
export function personName(fields: Fields): string | undefined {
  const [first, last] = [cleaned(fields.first_name), cleaned(fields.last_name)];
  // A checkout with one field for the name copies it whole into the first name.
  if (first !== undefined) return last === undefined ? firstWord(first) : short(first, MAX_NAME);
  const whole = cleaned(fields.name);
  return whole === undefined || whole === cleaned(fields.company) ? undefined : firstWord(whole);
}

function cleaned(value: unknown): string | undefined {
  const written = short(firstText(value), 200);
  const name = firstText(written?.replace(PICTURES, " "))?.replace(/[,;]+$/, "");
  if (name === undefined || !/\p{L}/u.test(name) || NO_NAME.test(name)) return undefined;
  return linkHosts(name).length > 0 ? undefined : name;
}

/** Returns the first name of a whole name. The family name comes first if the name has a comma. */
function firstWord(name: string): string | undefined {
  const [family = "", given] = name.split(/,\s*/, 2);
  const words = (given || family).split(" ").filter((word) => /\p{L}/u.test(word) && !TITLE.test(word));
  return short(words[0], MAX_NAME);
}

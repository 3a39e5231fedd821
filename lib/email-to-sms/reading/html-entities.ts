/** The letters and signs of ISO 8859-1 from 160 on, by their names in HTML 4. */
const LATIN1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";

/** Others that occur in letters, those of te reo Māori among them. */
const OTHERS: readonly (readonly [name: string, character: string])[] = [
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "\u2013"],
  ["mdash", "\u2014"],
  ["lsquo", "\u2018"],
  ["rsquo", "\u2019"],
  ["sbquo", "\u201a"],
  ["ldquo", "\u201c"],
  ["rdquo", "\u201d"],
  ["bdquo", "\u201e"],
  ["hellip", "\u2026"],
  ["bull", "\u2022"],
  ["euro", "\u20ac"],
  ["trade", "\u2122"],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
  ["thinsp", "\u2009"],
  ["Amacr", "\u0100"],
  ["amacr", "\u0101"],
  ["Emacr", "\u0112"],
  ["emacr", "\u0113"],
  ["Imacr", "\u012a"],
  ["imacr", "\u012b"],
  ["Omacr", "\u014c"],
  ["omacr", "\u014d"],
  ["Umacr", "\u016a"],
  ["umacr", "\u016b"],
];

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN1.split(" ").map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ...OTHERS,
]);

/** What Windows has in place of the control characters from 128 on: browsers show those by its numbers. */
const WINDOWS =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,9}));/gi;

/** A text of HTML with its character references as characters; those that nobody knows stay. Never throws. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    if (code >= 128 && code < 160) return WINDOWS.charAt(code - 128);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : "\ufffd";
  });
}

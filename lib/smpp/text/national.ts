/** The languages of 3GPP TS 23.038 whose scripts have their own tables, by their numbers in a user data header. */
export type ScriptLanguage = 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13;

/** The character at an empty place of a table. */
const NONE = " ";
const ESCAPE = "\x1b";

const SMALL = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

/** Returns characters of a Unicode block by their positions in it, two hexadecimal digits each. */
const charactersOf = (base: number, places: string): string[] =>
  places === ""
    ? []
    : places.split(" ").map((place) => String.fromCharCode(base + Number.parseInt(place, 16)));

/** Returns the characters of a block between two positions, both included, without those that the block lacks. */
function run(base: number, lacks: ReadonlySet<string>, [first, last]: readonly [number, number]): string {
  let characters = "";
  for (let place = first; place <= last; place++) {
    const character = String.fromCharCode(base + place);
    characters += lacks.has(character) ? NONE : character;
  }
  return characters;
}

/**
 * A script of India: its block of Unicode, and the positions without a character. `last` are the characters around
 * the small letters, and `signs` those after the digits in the table behind the escape. All blocks have the same
 * order.
 */
type Script = { base: number; lacks: string; last: string; signs: string };

const BENGALI: Script = {
  base: 0x0980,
  lacks: "0d 0e 11 12 29 31 33 34 35 45 46 49 4a",
  last: "4e 57 5c 5d 70 71",
  signs: "5f 60 61 62 63 72 73 74 75 76 77 78 79 7a",
};
const TELUGU: Script = {
  base: 0x0c00,
  lacks: "0d 11 29 34 3c 45 49",
  last: "55 56 60 61 62 63",
  signs: "58 59 78 79 7a 7b 7c 7d 7e 7f",
};
/** The scripts with Devanagari's marks for the end of a verse before their digits. */
const OTHERS: Readonly<Record<5 | 6 | 7 | 8 | 9 | 10 | 11, Script>> = {
  // Gujarati.
  5: { base: 0x0a80, lacks: "0e 12 29 31 34 46 4a", last: "50 60 61 62 63 71", signs: "" },
  // Hindi.
  6: {
    base: 0x0900,
    lacks: "",
    last: "50 72 7b 7c 7e 7f",
    signs: "51 52 53 54 58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 70 71",
  },
  // Kannada.
  7: { base: 0x0c80, lacks: "01 0d 11 29 34 45 49", last: "55 56 60 61 62 63", signs: "5e 71 72" },
  // Malayalam.
  8: {
    base: 0x0d00,
    lacks: "01 0d 11 29 3c 45 49",
    last: "57 60 61 62 63 79",
    signs: "70 71 72 73 74 75 7a 7b 7c 7d 7e 7f",
  },
  // Oriya.
  9: {
    base: 0x0b00,
    lacks: "0d 0e 11 12 29 31 34 45 46 49 4a",
    last: "56 57 60 61 62 63",
    signs: "5c 5d 5f 70 71",
  },
  // Punjabi.
  10: {
    base: 0x0a00,
    lacks: "0b 0c 0d 0e 11 12 29 31 34 37 3d 43 44 45 46 49 4a",
    last: "51 70 71 72 73 74",
    signs: "59 5a 5b 5c 5e 75",
  },
  // Tamil.
  11: {
    base: 0x0b80,
    lacks: "01 0b 0c 0d 11 16 17 18 1b 1d 20 21 22 25 26 27 2b 2c 2d 3c 3d 43 44 45 49",
    last: "50 57 70 71 72 79",
    signs: "73 74 75 76 77 78 7a",
  },
};

/**
 * Returns the locking table of a script: its letters in the order of Unicode, between the characters that all scripts
 * share.
 */
function lockingOf({ base, lacks, last }: Script): string {
  const missing = new Set(charactersOf(base, lacks));
  const letters = (first: number, end = first) => run(base, missing, [first, end]);
  const [beforeSmall = NONE, ...behind] = charactersOf(base, last);
  return [
    letters(0x01, 0x03),
    letters(0x05, 0x0b),
    "\n",
    letters(0x0c, 0x0d),
    "\r",
    letters(0x0e, 0x1a),
    ESCAPE,
    letters(0x1b, 0x1e),
    " !",
    letters(0x1f, 0x24),
    ")(",
    letters(0x25, 0x26),
    ",",
    letters(0x27),
    ".",
    letters(0x28),
    DIGITS,
    ":;",
    letters(0x29, 0x2b),
    "?",
    letters(0x2c, 0x39),
    letters(0x3c, 0x4d),
    beforeSmall,
    SMALL,
    ...behind,
  ].join("");
}

/** The characters that all scripts share behind the escape, each with its septet. */
const COMMON: readonly (readonly [number, string])[] = [
  ...[...`@£$¥¿"¤%&'\f*+`].map((character, septet) => [septet, character] as const),
  ...[...`-/<=>¡^¡_#*`].map((character, index) => [0x0e + index, character] as const),
  ...[...SMALL.toUpperCase()].map((character, index) => [0x41 + index, character] as const),
  [0x28, "{"],
  [0x29, "}"],
  [0x2f, "\\"],
  [0x3c, "["],
  [0x3d, "~"],
  [0x3e, "]"],
  [0x40, "|"],
  [0x65, "€"],
];

/** The septets of a script's own signs behind the escape, in order: the ones between the shared characters. */
const SIGN_SEPTETS = [
  ...range(0x19, 0x1a),
  ...range(0x1c, 0x27),
  ...range(0x2a, 0x2e),
  ...range(0x30, 0x3b),
  0x3f,
];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param signs in the order of their septets; a space for an empty septet. */
function singleOf(signs: readonly string[]): ReadonlyMap<number, string> {
  const own = signs.flatMap((sign, index) =>
    sign === NONE ? [] : [[SIGN_SEPTETS[index] as number, sign] as const],
  );
  return new Map([...COMMON, ...own]);
}

const VERSE_ENDS = ["\u0964", "\u0965"];
const digitsOf = (base: number) => [...run(base, new Set(), [0x66, 0x6f])];
const signsOf = (begin: readonly string[], { base, signs }: Script) => [
  ...begin,
  ...digitsOf(base),
  ...charactersOf(base, signs),
];

const URDU_LOCKING = [
  "\u0627\u0622\u0628\u067b\u0680\u067e\u06a6\u062a\u06c2\u067f\n\u0679\u067d\r\u067a\u067c",
  `\u062b\u062c\u0681\u0684\u0683\u0685\u0686\u0687\u062d\u062e\u062f${ESCAPE}\u068c\u0688\u0689\u068a`,
  " !\u068f\u068d\u0630\u0631\u0691\u0693)(\u0699\u0632,\u0696.\u0698",
  `${DIGITS}:;\u069a\u0633\u0634?`,
  "\u0635\u0636\u0637\u0638\u0639\u0641\u0642\u06a9\u06aa\u06ab\u06af\u06b3\u06b1\u0644\u0645\u0646",
  "\u06ba\u06bb\u06bc\u0648\u06c4\u06d5\u06c1\u06be\u0621\u06cc\u06d0\u06d2\u064d\u0650\u064f\u0657",
  `\u0654${SMALL}\u0655\u0651\u0653\u0656\u0670`,
].join("");
const URDU_SIGNS = [
  ..."\u0600\u0601\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u060c\u060d\u060e\u060f\u0610\u0611",
  ..."\u0612\u0613\u0614\u061b\u061f\u0640\u0652\u0658\u066b\u066c\u0672\u0673\u06cd\u06d4",
];

const ofOthers = <Value>(of: (script: Script) => Value) =>
  Object.fromEntries(Object.entries(OTHERS).map(([language, script]) => [language, of(script)])) as Record<
    keyof typeof OTHERS,
    Value
  >;

/** The locking tables: the characters of all septets, in order. */
export const SCRIPT_LOCKING: Readonly<Record<ScriptLanguage, string>> = {
  ...ofOthers(lockingOf),
  4: lockingOf(BENGALI),
  12: lockingOf(TELUGU),
  13: URDU_LOCKING,
};

/** The tables of characters behind an escape. */
export const SCRIPT_SINGLE: Readonly<Record<ScriptLanguage, ReadonlyMap<number, string>>> = {
  ...ofOthers((script) => singleOf(signsOf(VERSE_ENDS, script))),
  // Its digits are at the places of other scripts' ends of verses.
  4: singleOf(signsOf([], BENGALI)),
  12: singleOf(signsOf([NONE, NONE], TELUGU)),
  13: singleOf(URDU_SIGNS),
};

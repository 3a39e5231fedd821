/** The most characters of a header that are read: a word, and a comment before it. */
const LOOKED_AT = 200;

/** The values of each header that mark an email of a machine (RFC 3834, and older conventions). */
const SAYS_SO: Readonly<Record<string, (word: string) => boolean>> = {
  "Auto-Submitted": (word) => word !== "" && word !== "no",
  Precedence: (word) => ["bulk", "list", "junk", "auto_reply"].includes(word),
  "X-Autoreply": (word) => word !== "no",
  "X-Autorespond": (word) => word !== "no",
  "X-Failed-Recipients": (word) => word !== "",
  // A delivery or read report that the mail server did not mark as a report.
  "Content-Type": (word) => word === "multipart/report",
};

/**
 * Returns the header that marks an automatic email (rules: email limits); null if there is none. An automatic email
 * must not become a text: an out-of-office reply to a reply would loop for ever.
 * @param values returns the values of every header of a name, in lower case.
 */
export function automaticBy(values: (name: string) => readonly string[]): string | null {
  const found = Object.entries(SAYS_SO).find(([name, saysSo]) =>
    values(name.toLowerCase()).some((value) => saysSo(firstWord(value))),
  );
  return found?.[0] ?? null;
}

function firstWord(value: string): string {
  let bare = value.slice(0, LOOKED_AT);
  // Comments may be nested: they are removed from the innermost out.
  for (let before = ""; before !== bare; ) [before, bare] = [bare, bare.replace(/\([^()]*\)/g, " ")];
  return (
    bare
      .trim()
      .split(/[;\s(]/, 1)[0]
      ?.toLowerCase() ?? ""
  );
}

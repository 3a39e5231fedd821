/** How much of a header is looked at: a word, and a remark before it. */
const LOOKED_AT = 200;

/** What each header says where a machine has written the email (RFC 3834, and what is older than that). */
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
 * The header by which nobody wrote an email (rules: email limits); null where there is none. What is sent by a
 * machine must not become a text: an out-of-office reply to a reply would go round for ever.
 * @param values what stands behind the colon of every header of a name, in lower case.
 */
export function automaticBy(values: (name: string) => readonly string[]): string | null {
  const found = Object.entries(SAYS_SO).find(([name, saysSo]) =>
    values(name.toLowerCase()).some((value) => saysSo(firstWord(value))),
  );
  return found?.[0] ?? null;
}

function firstWord(value: string): string {
  let bare = value.slice(0, LOOKED_AT);
  // Remarks may have remarks: from the innermost out.
  for (let before = ""; before !== bare; ) [before, bare] = [bare, bare.replace(/\([^()]*\)/g, " ")];
  return (
    bare
      .trim()
      .split(/[;\s(]/, 1)[0]
      ?.toLowerCase() ?? ""
  );
}

/** A mark before the writer's own line that begins with ">". The line would otherwise count as a quotation. */
export const NOT_QUOTED = "\u2060";

/**
 * Returns a text with `format=flowed` as its writer saw it (RFC 3676 section 4.5). It joins lines only if they have the
 * same quote depth. It never joins a signature separator. Takes time linear in the length; never throws.
 * @param delSp true if the space that marks a joined line is no part of the text.
 */
export function unflow(text: string, delSp: boolean): string {
  const done: string[] = [];
  let paragraph: string[] = [];
  let depth = 0;
  let isJoined = false;
  const end = () => {
    if (paragraph.length > 0) done.push(quoted(paragraph.join(""), depth));
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const bare = line.slice(quotes + (line.charAt(quotes) === " " ? 1 : 0));
    const isSeparator = bare === "-- ";
    if (!isJoined || quotes !== depth || isSeparator) end();
    depth = quotes;
    isJoined = !isSeparator && bare.endsWith(" ");
    paragraph.push(isJoined && delSp ? bare.slice(0, -1) : bare);
  }
  end();
  return done.join("\n");
}

function quoted(line: string, depth: number): string {
  if (depth > 0) return `${">".repeat(depth)} ${line}`;
  return line.startsWith(">") ? `${NOT_QUOTED}${line}` : line;
}

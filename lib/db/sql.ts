/** A statement and its parameters. Values never become part of the text. */
export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** What a template's text was last made of: the texts of its pieces, null for a value. */
type Made = { pieces: readonly (string | null)[]; text: string };

const made = new WeakMap<TemplateStringsArray, Made>();

/**
 * Builds a statement: `sql\`select … where id = ${id}\``. A value becomes a parameter; another `Sql` becomes part of
 * the text with its own parameters renumbered. The text is made once, and again where its pieces have changed.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const values: unknown[] = [];
  const last = made.get(strings);
  let isSame = last !== undefined;
  let place = 0;
  for (const part of parts) {
    const nested = isSql(part) ? part : null;
    if (nested) for (const value of nested.values) values.push(value);
    else values.push(part);
    isSame &&= last?.pieces[place++] === (nested?.text ?? null);
  }
  if (last && isSame) return { text: last.text, values };
  const text = textOf(strings, parts);
  made.set(strings, { pieces: parts.map((part) => (isSql(part) ? part.text : null)), text });
  return { text, values };
}

function textOf(strings: TemplateStringsArray, parts: readonly unknown[]): string {
  let text = strings[0] ?? "";
  let before = 0;
  for (const [index, part] of parts.entries()) {
    if (isSql(part)) {
      text += part.values.length === 0 ? part.text : renumber(part.text, before);
      before += part.values.length;
    } else text += `$${++before}`;
    text += strings[index + 1] ?? "";
  }
  return text;
}

/** The text with the number of every parameter raised by `by`. */
function renumber(text: string, by: number): string {
  if (by === 0) return text;
  const [start = "", ...pieces] = text.split("$");
  let renumbered = start;
  for (const piece of pieces) {
    const isParameter = piece >= "0" && piece < ":";
    const number = isParameter ? Number.parseInt(piece, 10) : 0;
    renumbered += isParameter ? `$${number + by}${piece.slice(String(number).length)}` : `$${piece}`;
  }
  return renumbered;
}

/** Nothing: for the optional piece of a statement. */
export const NOTHING: Sql = { text: "", values: [] };

/** A whole number as part of the text, for what the planner should know, such as a limit. */
export function literal(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new RangeError("Only a whole number can be part of a statement.");
  return { text: String(number), values: [] };
}

/**
 * Whether columns that have a unique index are of these values: for an `update` or `delete` of the rows of a
 * batch. By an inequality that the planner can neither hash nor merge, so that it looks up one row after the
 * other by that index. By `=` it may read the whole table once for each row of the batch. A queue that was
 * empty when it was last looked at is thought empty however long it has become.
 */
export function hasKey(columns: Sql, values: Sql): Sql {
  return sql`(${columns}) >= (${values}) and (${columns}) <= (${values})`;
}

/**
 * The same statement under a name, so that PostgreSQL parses and plans it once per connection: without its values, so that
 * a limit, or a value that a partial index is about, belongs in its text.
 */
export function prepared(name: string, statement: Sql): Sql {
  return { ...statement, name };
}

/**
 * A statement that calls a function of the database, with its arguments by name, and gives the columns of its row.
 * @param name of the function, under which the statement is prepared too. A function that changes something ends with
 * its version, such as `accept_v1`: by that, a lost connection leaves its outcome unknown.
 */
export function calling(name: string, args: Readonly<Record<string, unknown>>): Sql {
  const names = Object.keys(args).map((argument, index) => `${argument} => $${index + 1}`);
  return { name, text: `select * from ${name}(${names.join(", ")})`, values: Object.values(args) };
}

function isSql(part: unknown): part is Sql {
  return typeof part === "object" && part !== null && "text" in part && "values" in part;
}

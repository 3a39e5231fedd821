/** A statement and its parameters. Values never become part of the text. */
export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** The last text of a template: the texts of its pieces, null for a value. */
type TemplateText = { pieces: readonly (string | null)[]; text: string };

const made = new WeakMap<TemplateStringsArray, TemplateText>();

/**
 * Builds a statement: `sql\`select … where id = ${id}\``. A value becomes a parameter. Another `Sql` becomes part of
 * the text, with its parameters renumbered. The text is cached until its pieces change.
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

/** Returns the text with the number of every parameter raised by `by`. */
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

/** An empty statement, for an optional piece. */
export const NOTHING: Sql = { text: "", values: [] };

/** Returns a whole number as part of the text, for a value that the planner should know, such as a limit. */
export function literal(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new RangeError("Only a whole number can be part of a statement.");
  return { text: String(number), values: [] };
}

/**
 * Returns the condition that columns with a unique index have these values, for an `update` or `delete` of a batch's
 * rows. It is an inequality that the planner can neither hash nor merge, so that it looks up one row after the other
 * by that index. With `=` it may scan the whole table once for each row of the batch. It takes a queue for empty that
 * was empty at its last look, however long it has become.
 */
export function hasKey(columns: Sql, values: Sql): Sql {
  return sql`(${columns}) >= (${values}) and (${columns}) <= (${values})`;
}

/**
 * Returns the statement with a name, so that PostgreSQL parses and plans it once for each connection, without its
 * values. A limit, or a value in a partial index, therefore belongs in its text.
 */
export function prepared(name: string, statement: Sql): Sql {
  return { ...statement, name };
}

/**
 * Returns a statement that calls a function of the database, with named arguments, and reads the columns of its row.
 * @param name the function's name, which is also the prepared statement's. A function with changes ends with its
 * version, such as `accept_v1`. That suffix makes the outcome unknown if the connection is lost.
 */
export function calling(name: string, args: Readonly<Record<string, unknown>>): Sql {
  const names = Object.keys(args).map((argument, index) => `${argument} => $${index + 1}`);
  return { name, text: `select * from ${name}(${names.join(", ")})`, values: Object.values(args) };
}

function isSql(part: unknown): part is Sql {
  return typeof part === "object" && part !== null && "text" in part && "values" in part;
}

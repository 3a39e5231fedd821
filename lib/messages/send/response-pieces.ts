import { EntryList } from "@/lib/messages/send/entry-list";

/**
 * The minimum length of a piece, in characters: short enough to be built between two other requests, and to be sent
 * at once.
 */
const PIECE_LENGTH = 32_768;

/**
 * Returns the JSON text of a response in pieces, which together equal the result of `JSON.stringify`. The entries of
 * an `EntryList` among its properties are built as the pieces are read.
 */
export function* responsePieces(response: object): Generator<string> {
  if (!Object.values(response).some((value) => value instanceof EntryList)) {
    yield JSON.stringify(response);
    return;
  }
  let piece = "";
  for (const part of parts(response)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function* parts(response: object): Generator<string> {
  let separator = "{";
  for (const [name, value] of Object.entries(response)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (value instanceof EntryList) yield* listParts(value);
    else yield JSON.stringify(value);
  }
  yield separator === "{" ? "{}" : "}";
}

function* listParts(list: EntryList<unknown>): Generator<string> {
  let separator = "[";
  for (const entry of list) {
    yield separator + JSON.stringify(entry);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

import { byteSlices, SLICE_BYTES } from "@/lib/http/body/byte-slices";
import { type Pieces, Reply } from "@/lib/http/reply/reply";

const HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" };

/**
 * Returns a reply with JSON that is made in pieces: a single piece is written whole, with its length; several as they
 * are read.
 * @param ended is called once, when the answer has been read to its end or its reader has gone.
 */
export function jsonReply(
  pieces: Iterable<string>,
  ended: () => void,
  headers?: Readonly<Record<string, string>>,
): Reply {
  const init = { headers: headers ? { ...HEADERS, ...headers } : HEADERS };
  const iterator = pieces[Symbol.iterator]();
  const first = iterator.next();
  const second = first.done ? first : iterator.next();
  if (second.done) {
    ended();
    return new Reply(first.done ? "" : first.value, init);
  }
  return new Reply(endingWith([first.value as string, second.value], iterator, ended), init);
}

/** Returns a reply with stored JSON, like `jsonReply`: a short one is written whole, a long one piece by piece. */
export function storedReply(
  json: string,
  ended: () => void,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const init = { headers: { ...HEADERS, ...headers } };
  if (json.length > SLICE_BYTES) return new Reply(endingWith([], byteSlices(json), ended), init);
  ended();
  return new Reply(json, init);
}

/** Returns the pieces that were read already, then the rest. `ended` is called even if no piece is ever read. */
function endingWith(
  read: readonly (string | Uint8Array)[],
  rest: Iterator<string | Uint8Array>,
  ended: () => void,
): Pieces {
  const before = [...read];
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) ended();
    hasEnded = true;
    return { done: true, value: undefined } as const;
  };
  return {
    next: () => {
      if (hasEnded) return end();
      const piece = before.shift();
      if (piece !== undefined) return { done: false, value: piece };
      return rest.next();
    },
    return: () => {
      before.length = 0;
      return end();
    },
  };
}

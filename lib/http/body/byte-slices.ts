/** Bytes that are written at once: few enough to see that a slow client reads, many enough to cost nothing. */
export const SLICE_BYTES = 65_536;

/** A long text in slices, by bytes: two halves of one character would each become something else. */
export function* byteSlices(text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/** The bytes that are written at once: few enough to notice that a slow client reads, many enough to be cheap. */
export const SLICE_BYTES = 65_536;

/**
 * Yields a long text in slices of bytes: slices of characters could split one into two halves, which would be encoded
 * wrongly.
 */
export function* byteSlices(text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

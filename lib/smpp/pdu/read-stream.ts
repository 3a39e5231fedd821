import { HEADER_OCTETS, MAX_PDU_OCTETS } from "@/lib/smpp/pdu/pdu";

const LENGTH_OCTETS = 4;

/**
 * The next piece of a stream: a whole PDU, or a length that no PDU has. The rest of the stream is meaningless after
 * such a length.
 */
export type Frame = { octets: Buffer } | { octets: null; length: number };

/**
 * Cuts a stream into PDUs, for any division of the stream into chunks. It keeps the received part of one PDU, 64 KiB
 * at most, and the pushed octets that the caller has not taken.
 */
export class FrameReader {
  private chunks: Buffer[] = [];
  private first = 0;
  private offset = 0;
  private octetsKept = 0;

  /** The number of octets that were pushed and not taken. */
  get size(): number {
    return this.octetsKept;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.octetsKept += chunk.length;
  }

  /**
   * Returns the next frame, or null if it is incomplete. Takes time linear in the octets of the frame. Never throws.
   */
  take(): Frame | null {
    if (this.octetsKept < LENGTH_OCTETS) return null;
    const length = this.peekLength();
    if (length < HEADER_OCTETS || length > MAX_PDU_OCTETS) return { octets: null, length };
    return this.octetsKept < length ? null : { octets: this.cut(length) };
  }

  private peekLength(): number {
    let length = 0;
    let chunk = this.first;
    let at = this.offset;
    for (let read = 0; read < LENGTH_OCTETS; read++) {
      while (at >= (this.chunks[chunk]?.length ?? Number.POSITIVE_INFINITY)) {
        chunk++;
        at = 0;
      }
      length = length * 256 + (this.chunks[chunk]?.[at] ?? 0);
      at++;
    }
    return length;
  }

  private cut(length: number): Buffer {
    const pieces: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const chunk = this.chunks[this.first] as Buffer;
      const piece = chunk.subarray(this.offset, this.offset + missing);
      pieces.push(piece);
      missing -= piece.length;
      this.offset += piece.length;
      if (this.offset === chunk.length) {
        this.first++;
        this.offset = 0;
      }
    }
    this.octetsKept -= length;
    // It drops half of the list at a time, so that each chunk is moved once, for any number of chunks.
    if (this.first * 2 >= this.chunks.length) {
      this.chunks = this.chunks.slice(this.first);
      this.first = 0;
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }
}

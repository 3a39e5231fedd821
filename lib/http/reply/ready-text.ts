import { createHash } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";
import Negotiator from "negotiator";
import { Reply } from "@/lib/http/reply/reply";
import { type GatewayRequest, isThroughNext } from "@/lib/http/request/gateway-request";

/** The start of a gzip file: its method, and no name, time or system. */
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

const LEVEL = constants.Z_BEST_COMPRESSION;

/**
 * A text that is sent again and again, ready as bytes and compressed. One place in it may differ in each answer, such
 * as the called address: only these few bytes are encoded for an answer.
 */
export class ReadyText {
  private readonly before: Buffer;
  private readonly after: Buffer;
  private readonly hash: string;
  private packed: { before: Buffer; after: Buffer; crcOfBefore: number } | undefined;
  /** The bytes of the last answer in each encoding: most answers have the same text in the place that differs. */
  private readonly last = new Map<"plain" | "gzip", { place: string; bytes: Buffer }>();

  /**
   * @param before the text, up to the place that differs.
   * @param after the text behind it.
   */
  constructor(before: string, after = "") {
    this.before = Buffer.from(before);
    this.after = Buffer.from(after);
    this.hash = createHash("sha256").update(this.before).update("\0").update(this.after).digest("base64url");
  }

  /**
   * Answers a GET or HEAD, with 304 if the caller has this text.
   * @param headers of the answer, with its type.
   * @param place the text in the place that differs.
   */
  reply(
    request: Pick<GatewayRequest, "header">,
    headers: Readonly<Record<string, string>>,
    place = "",
  ): Reply {
    const etag = this.etag(place);
    const all: Record<string, string> = { ...headers, ETag: etag, Vary: "Accept-Encoding" };
    if (isKnown(etag, request.header("if-none-match"))) {
      const { "Content-Type": _, "Content-Disposition": __, ...kept } = all;
      return new Reply(null, { status: 304, headers: kept });
    }
    if (isThroughNext(request) || !acceptsGzip(request.header("accept-encoding"))) {
      return new Reply(this.bytes("plain", place), { headers: all });
    }
    return new Reply(this.bytes("gzip", place), { headers: { ...all, "Content-Encoding": "gzip" } });
  }

  private bytes(encoding: "plain" | "gzip", place: string): Buffer {
    const known = this.last.get(encoding);
    if (known?.place === place) return known.bytes;
    const bytes =
      encoding === "gzip" ? this.gzip(place) : Buffer.concat([this.before, Buffer.from(place), this.after]);
    this.last.set(encoding, { place, bytes });
    return bytes;
  }

  /** Returns a weak entity tag, since the compressed bytes have it too. */
  private etag(place: string): string {
    const hash =
      place === "" ? this.hash : createHash("sha256").update(this.hash).update(place).digest("base64url");
    return `W/"${hash.slice(0, 22)}"`;
  }

  /** Builds a gzip file: its parts are compressed separately, so that two of them are ready. */
  private gzip(place: string): Buffer {
    this.packed ??= {
      before: deflateRawSync(this.before, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
      after: deflateRawSync(this.after, { level: LEVEL }),
      crcOfBefore: checksum(this.before, 0),
    };
    const { before, after, crcOfBefore } = this.packed;
    const bytes = Buffer.from(place);
    const between = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
    const end = Buffer.alloc(8);
    end.writeUInt32LE(checksum(this.after, checksum(bytes, crcOfBefore)));
    end.writeUInt32LE(this.before.length + bytes.length + this.after.length, 4);
    return Buffer.concat([GZIP_START, before, between, after, end]);
  }
}

/** Continues a checksum. For an empty input, zlib would begin a new one. */
function checksum(bytes: Buffer, before: number): number {
  return bytes.length === 0 ? before : crc32(bytes, before);
}

/** Returns whether `If-None-Match` names an entity tag, strong or weak, or any. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(",")
    .map((tag) => tag.trim())
    .some((tag) => tag === "*" || tag === etag || `W/${tag}` === etag);
}

function acceptsGzip(accepted: string | null): boolean {
  return new Negotiator({ headers: { "accept-encoding": accepted ?? "" } }).encodings(["gzip"]).length > 0;
}

import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadyText } from "@/lib/http/reply/ready-text";

const TYPE = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" };
const LONG = "Kia ora, e hoa: tēnā koe. ".repeat(500);

const asked = (headers: Record<string, string> = {}) => ({ header: (name: string) => headers[name] ?? null });
const replied = (text: ReadyText, headers?: Record<string, string>, place?: string) =>
  text.reply(asked(headers), TYPE, place);
const bytesOf = ({ body }: ReturnType<typeof replied>) => Buffer.from(body as Uint8Array);

describe("a text that is ready", () => {
  it("is sent as it is, and compressed to who accepts that", () => {
    const text = new ReadyText(LONG);
    const plain = replied(text);
    expect(bytesOf(plain).toString()).toBe(LONG);
    expect(plain.headers).toMatchObject({ ...TYPE, Vary: "Accept-Encoding" });
    const packed = replied(text, { "accept-encoding": "gzip, deflate, br" });
    expect(packed.headers["Content-Encoding"]).toBe("gzip");
    expect(bytesOf(packed).length).toBeLessThan(LONG.length / 20);
    expect(gunzipSync(bytesOf(packed)).toString()).toBe(LONG);
  });

  it("is one gzip file whatever stands in the place that differs", () => {
    const part = fc.string({ unit: "grapheme", maxLength: 3_000 });
    fc.assert(
      fc.property(part, part, part, (before, place, after) => {
        const packed = replied(new ReadyText(before, after), { "accept-encoding": "gzip" }, place);
        expect(gunzipSync(bytesOf(packed)).toString()).toBe(Buffer.from(before + place + after).toString());
      }),
    );
  });

  it("is read by browsers, which know one member of a gzip file", async () => {
    const packed = replied(new ReadyText(LONG, LONG), { "accept-encoding": "gzip" }, "between");
    const stream = new Blob([new Uint8Array(bytesOf(packed))])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"));
    expect((await buffer(stream)).toString()).toBe(`${LONG}between${LONG}`);
  });

  it.each([
    ["identity", undefined],
    ["gzip;q=0", undefined],
    ["br", undefined],
    ["*", "gzip"],
    ["gzip;q=0.1", "gzip"],
    ["deflate, gzip", "gzip"],
    ["", undefined],
  ])("goes to who accepts %j in the encoding %s", (accepted, encoding) => {
    const { headers } = replied(new ReadyText(LONG), { "accept-encoding": accepted });
    expect([headers["Content-Encoding"], headers.Vary]).toEqual([encoding, "Accept-Encoding"]);
  });

  it("is not sent again to who has it", () => {
    const text = new ReadyText("a", "b");
    const { ETag: etag = "" } = replied(text, {}, "c").headers;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [etag, etag.slice(2), `"other" , ${etag}`, "*", `W/"a",${etag},W/"b"`]) {
      const again = replied(text, { "if-none-match": known, "accept-encoding": "gzip" }, "c");
      expect([again.status, again.body]).toEqual([304, null]);
      expect(again.headers).toEqual({
        "Cache-Control": "public, max-age=300",
        Vary: "Accept-Encoding",
        ETag: etag,
      });
    }
    for (const other of ["", "other", `${etag}x`, etag.slice(3, -1), 'W/"*"'])
      expect(replied(text, { "if-none-match": other }, "c").status).toBe(200);
  });

  it("has another entity tag with another text, wherever that differs", () => {
    const texts = [
      replied(new ReadyText("a", "b"), {}, "c"),
      replied(new ReadyText("a", "b"), {}, "d"),
      replied(new ReadyText("a", "b")),
      replied(new ReadyText("ab")),
      replied(new ReadyText("a", "e"), {}, "c"),
    ];
    expect(new Set(texts.map(({ headers }) => headers.ETag)).size).toBe(texts.length);
    expect(replied(new ReadyText("a", "b"), {}, "c").headers.ETag).toBe(texts[0]?.headers.ETag);
  });
});

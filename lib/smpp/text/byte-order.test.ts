import { describe, expect, it } from "vitest";
import { decodeText } from "@/lib/smpp/text/text";

describe("a byte order mark", () => {
  const big = (text: string) => Buffer.from(text, "utf16le").swap16();
  const little = (text: string) => Buffer.from(text, "utf16le");
  const UTF_8 = Buffer.from("\ufeffSTOP ā");

  it.each([
    ["big endian", Buffer.concat([Buffer.of(0xfe, 0xff), big("STOP")]), 8, "STOP"],
    ["little endian", Buffer.concat([Buffer.of(0xff, 0xfe), little("STOP")]), 8, "STOP"],
    ["little endian, not ASCII", Buffer.concat([Buffer.of(0xff, 0xfe), little("Tēnā 😀")]), 8, "Tēnā 😀"],
    ["little endian of class 0", Buffer.concat([Buffer.of(0xff, 0xfe), little("STOP")]), 0x18, "STOP"],
    ["with an odd octet", Buffer.concat([Buffer.of(0xfe, 0xff), big("STOP"), Buffer.of(0)]), 8, "STOP"],
    ["alone", Buffer.of(0xfe, 0xff), 8, ""],
    ["alone, little endian", Buffer.of(0xff, 0xfe), 8, ""],
    ["within the text", big("a\ufeffb"), 8, "a\ufeffb"],
    ["none, big endian", big("STOP"), 8, "STOP"],
    ["none, swapped ASCII", little("STOP"), 8, "STOP"],
    ["none, swapped ASCII of two lines", little("Stop\r\nnow"), 8, "Stop\r\nnow"],
    ["none, too short to tell", little("END"), 8, "\u4500\u4e00\u4400"],
    ["none, Chinese", big("\u4e00\u5200\u4e8c\u65ad"), 8, "\u4e00\u5200\u4e8c\u65ad"],
    ["none, an odd octet", Buffer.concat([big("STOP"), Buffer.of(0x53)]), 8, "STOP"],
    ["of UTF-8 that claims to be GSM-7", UTF_8, 0, "STOP ā"],
    ["of UTF-8 that claims to be ASCII", UTF_8, 1, "STOP ā"],
    ["of UTF-8 that claims to be Latin-1", UTF_8, 3, "STOP ā"],
    ["of UTF-8 that is none", Buffer.of(0xef, 0xbb, 0xbf, 0xff), 3, "ï»¿ÿ"],
  ])("is no part of the text: %s", (_, octets, dataCoding, text) => {
    expect(decodeText(octets, { dataCoding, alphabet: "gsm" })).toBe(text);
  });
});

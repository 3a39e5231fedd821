import { describe, expect, test } from "vitest";
import { TAGS } from "@/lib/smpp/pdu/tlv";
import { canonicalId } from "@/lib/smpp/receipt/message-id";
import { readReceipt } from "@/lib/smpp/receipt/receipt";
import { encodeOctets } from "@/lib/smpp/text/text";
import { delivery, rowsOf, tlv } from "@/tests/support/receipts/delivery";

const TERMS = { alphabet: "gsm", zone: "UTC", at: new Date("2026-11-22T17:10:00Z") } as const;
const REST = "sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 text:Hello";

const read = (...given: Parameters<typeof delivery>) => readReceipt(delivery(...given), TERMS);

/** Texts of receipts, each with its id. \n, \r, \t and \0 are escapes. */
const TEXTS = String.raw`
  # SMPP 3.4, appendix B, Logica and Kannel
  id:0123456789 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 Text:Hello => 0123456789
  id:1c2f0a93-8f1e-4a54-b6f3-8f4c0a9e11d2 sub:001 dlvrd:001 submit date:261122170000 done date:261122170300 stat:DELIVRD err:000 text: => 1c2f0a93-8f1e-4a54-b6f3-8f4c0a9e11d2
  # Huawei, Comverse, Acision, Nokia, Ericsson, Nowsms
  id:7F00A1B2 sub:1 dlvrd:1 submit date:261122170000 done date:261122170300 stat:DELIVRD err:0 text:Hello => 7F00A1B2
  id:00000000000000000123 sub:001 dlvrd:001 stat:DELIVRD err:000 text: => 00000000000000000123
  id:987654321 sub:001 dlvrd:000 submit date:2611221700 done date:2611221703 stat:DELIVRD err:011 Text:cut mid ch => 987654321
  ID:149994-11658328384691 STAT:Delivered sub:001 dlvrd:001 err:000 text:12345678901234567890 => 149994-11658328384691
  id:smsc4:123 sub:001 dlvrd:001 stat:DELIVRD err:000 text: => smsc4:123
  id:node1/2026/11/55 sub:001 dlvrd:001 stat:DELIVRD err:000 => node1/2026/11/55
  # Infobip, Route Mobile, Melrose, Sinch, Vonage, Clickatell, 8x8, Tata
  id:38291837461029384756 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 => 38291837461029384756
  id:0c1a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:0 Text:none => 0c1a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8
  id:140000015A6B7C8D sub:000 dlvrd:000 submit date:2611221700 done date:2611221703 stat:DELIVRD err:00A text:none => 140000015A6B7C8D
  id:a.b.c@smsc.example sub:001 dlvrd:001 stat:DELIVRD err:000 => a.b.c@smsc.example
  id:MTIzNDU2Nzg5MA== sub:001 dlvrd:001 stat:DELIVRD err:000 => MTIzNDU2Nzg5MA==
  # every printable character
  id:ab_7 sub:001 stat:DELIVRD => ab_7
  id:ab@7 sub:001 stat:DELIVRD => ab@7
  id:ab$7 sub:001 stat:DELIVRD => ab$7
  id:ab[7] sub:001 stat:DELIVRD => ab[7]
  id:ab{7} sub:001 stat:DELIVRD => ab{7}
  id:ab~7 sub:001 stat:DELIVRD => ab~7
  id:ab^7 sub:001 stat:DELIVRD => ab^7
  id:ab|7 sub:001 stat:DELIVRD => ab|7
  id:ab\7 sub:001 stat:DELIVRD => ab\7
  id:ab7_ sub:001 stat:DELIVRD => ab7_
  id:_ab7 sub:001 stat:DELIVRD => _ab7
  id:ab,7 sub:001 stat:DELIVRD => ab,7
  id:ab;7 sub:001 dlvrd:001 stat:DELIVRD => ab;7
  id:ab7; sub:001 dlvrd:001 stat:DELIVRD => ab7;
  id:ab7, sub:001 dlvrd:001 stat:DELIVRD => ab7,
  id:a"b sub:001 stat:DELIVRD => a"b
  id:a'b sub:001 stat:DELIVRD => a'b
  id:<7> sub:001 stat:DELIVRD => <7>
  id:a+b/c= sub:001 stat:DELIVRD => a+b/c=
  id:#7! sub:001 stat:DELIVRD => #7!
  id:a?b%c sub:001 stat:DELIVRD => a?b%c
  id:a*(b) sub:001 stat:DELIVRD => a*(b)
  # quotation marks, padding, terminators
  id:"0123" sub:001 stat:DELIVRD => 0123
  id:'ab 7' sub:001 stat:DELIVRD => ab
  id: 7 sub:001 stat:DELIVRD => 7
  id:7          sub:001 stat:DELIVRD => 7
  id:7\0 sub:001 stat:DELIVRD => 7
  id:7 sub:001 stat:DELIVRD\0 => 7
  # names in other letters and with other signs
  ID:7 SUB:001 STAT:DELIVRD => 7
  Id: 7 Stat: DELIVRD => 7
  id = 7 stat = DELIVRD => 7
  id=7&stat=DELIVRD&err=0 => 7
  message id:7 status:DELIVRD => 7
  messageid:7 stat:DELIVRD => 7
  msg_id:7 state:DELIVRD => 7
  msgid:7 stat:DELIVRD => 7
  "id":"7","stat":"DELIVRD" => 7
  # another order, and fields that are missing or that nobody knows
  stat:DELIVRD err:000 id:7 => 7
  sub:001 dlvrd:001 id:7 stat:DELIVRD => 7
  sme:64211234567 id:7 imsi:530011234567890 msc:64210000 stat:DELIVRD nnn:x => 7
  id:7 stat:DELIVRD => 7
  id:7 stat:DELIVRD text:id:8 stat:UNDELIV => 7
  id:7 sub:001 stat:DELIVRD Text:your id: 99 is ready => 7
  text:Hello id:7 sub:001 stat:DELIVRD => 7
  # line breaks, tabs and signs between fields
  id:7\nsub:001\nstat:DELIVRD\nerr:000\n => 7
  \r\nid:7\r\nsub:001\r\nstat:DELIVRD\r\n => 7
  id:7\tsub:001\tstat:DELIVRD => 7
  id:7,sub:001,dlvrd:001,stat:DELIVRD,err:000 => 7
  id:7;sub:001;dlvrd:001;stat:DELIVRD;err:000; => 7
  id:7; sub:001; dlvrd:001; stat:DELIVRD; err:000 => 7
  id:7|sub:001|stat:DELIVRD|err:000 => 7
  id:7,imsi:53001,sub:001,stat:DELIVRD => 7
  id:7  sub:001   stat:DELIVRD => 7
`;

const unescaped = (text: string) =>
  text.replace(/\\([nrt0])/g, (_, sign: string) => ({ n: "\n", r: "\r", t: "\t", 0: "\0" })[sign] ?? "");

describe("the id of a receipt", () => {
  test.each(rowsOf(TEXTS))("%s", (text = "", id) => {
    expect(read(unescaped(text))).toMatchObject({ id, state: "delivered" });
  });

  const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));

  test.each(["gsm", "ascii", "latin1", "packed"] as const)(
    "may hold any sign but a blank: %s",
    (alphabet) => {
      for (const sign of PRINTABLE)
        for (const id of [`a${sign}7`, `a7${sign}`]) {
          const receipt = readReceipt(delivery(`id:${id} ${REST}`), { ...TERMS, alphabet });
          expect(receipt?.id).toBe(id);
        }
    },
  );

  test.each(["gsm", "packed"] as const)("is also read where its text is in the alphabet %s", (alphabet) => {
    for (const sign of PRINTABLE.filter((each) => each !== "`")) {
      const { octets } = encodeOctets(`id:a${sign}7 ${REST}`, { encoding: "GSM-7", alphabet });
      expect(readReceipt(delivery(octets), { ...TERMS, alphabet })?.id).toBe(`a${sign}7`);
    }
  });

  const ucs2 = (text: string) => Buffer.from(text, "utf16le").swap16();
  const usual = `id:a_7 ${REST}`;

  test.each([
    ["UCS-2", ucs2(usual), 0x08],
    ["UCS-2 with a mark", ucs2(`\ufeff${usual}`), 0x08],
    ["UCS-2 in the other order", Buffer.from(usual, "utf16le"), 0x08],
    ["UCS-2 in the other order with a mark", Buffer.from(`\ufeff${usual}`, "utf16le"), 0x08],
    ["UCS-2 with an odd octet", Buffer.concat([ucs2(usual), Buffer.of(0)]), 0x08],
    ["UCS-2 of class 0", ucs2(usual), 0x18],
    ["ASCII that claims to be UCS-2", Buffer.from(usual), 0x08],
    ["ASCII that claims to be Latin-1", Buffer.from(usual), 0x03],
    ["ASCII that claims to be octets", Buffer.from(usual), 0x04],
    ["ASCII of class 1", Buffer.from(usual), 0xf1],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${usual}`), 0x00],
    ["ASCII before a text of GSM-7", Buffer.concat([Buffer.from(usual), Buffer.of(0x1b, 0x65, 0, 2)]), 0],
    ["ASCII before half a character", Buffer.concat([Buffer.from(usual), Buffer.of(0xe2, 0x82)]), 0],
  ])("is read from %s", (_, octets, dataCoding) => {
    expect(read(octets, { dataCoding })).toMatchObject({ id: "a_7", state: "delivered", error: "000" });
  });

  test.each([
    ["without a text", "", "abc", null],
    ["that ends with NUL", "", "abc\0", null],
    ["padded with blanks", "", " abc  ", null],
    ["in quotation marks", "", '"abc"', null],
    ["beside the same in the text", "id:abc stat:DELIVRD", "abc", null],
    ["beside another in the text", "id:255 stat:DELIVRD", "ff", "255"],
    ["beside a text that is cut", "id:0c1a2b3c-4d5e stat:DELIVRD", "0c1a2b3c-4d5e-6f70", "0c1a2b3c-4d5e"],
    ["beside no form at all", "Message delivered", "abc", null],
  ])("is that of its parameter, %s", (_, text, value, otherId) => {
    const tlvs = [tlv(TAGS.receiptedMessageId, value), tlv(TAGS.messageState, [2])];
    const id = value.replace(/["\0 ]/g, "");
    expect(read(text, { tlvs })).toMatchObject({ id, otherId, state: "delivered" });
  });

  test.each([
    ["0000ABC", "abc"],
    ["abc", "0ABC"],
    ["SMSC4:123", "smsc4:123"],
    ["AB_7", "ab_7"],
  ])("%s is that of the response %s", (one, other) => {
    expect(canonicalId(one, "text")).toBe(canonicalId(other, "text"));
  });
});

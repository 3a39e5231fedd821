import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { TAGS } from "@/lib/smpp/pdu/tlv";
import { readReceipt, receiptForm } from "@/lib/smpp/receipt/receipt";
import { STATUS_WORDS, stateOfWord } from "@/lib/smpp/receipt/state";
import { ROOT } from "@/server/base/root";
import { delivery, rowsOf, tlv } from "@/tests/support/receipts/delivery";

const TERMS = { alphabet: "gsm", zone: "UTC", at: new Date("2026-11-22T17:10:00Z") } as const;

const read = (...given: Parameters<typeof delivery>) => readReceipt(delivery(...given), TERMS);

/** Words after `stat:`, each with its state, or without one if the word is unknown. */
const WORDS = `
  # SMPP 3.4 and 5.0
  DELIVRD => delivered
  EXPIRED => failed
  DELETED => failed
  UNDELIV => failed
  ACCEPTD => accepted
  UNKNOWN => unknown
  REJECTD => rejected
  ENROUTE => underway
  SCHEDLD => underway
  SKIPPED => failed
  # other letters, marks and what follows
  delivrd => delivered
  Delivrd => delivered
  DELIVRD. => delivered
  DELIVRD, => delivered
  "DELIVRD" => delivered
  DELIVRD x-extra => delivered
  NOT DELIVERED => failed
  NOT_DELIVERED => failed
  Not-Delivered => failed
  In Transit => underway
  # long forms, the same cut to seven letters, and misspellings
  DELIVERED => delivered
  Delivered => delivered
  DELIVER => delivered
  DELIVERD => delivered
  DELIVRED => delivered
  DELIVERED_TO_HANDSET => delivered
  DeliveredToTerminal => delivered
  UNDELIVERABLE => failed
  UNDELIVERED => failed
  UNDELIVRD => failed
  UNDELIVERD => failed
  UNDELVRD => failed
  DeliveryImpossible => failed
  EXPIRE => failed
  EXP => failed
  CANCELLED => failed
  FAILED => failed
  FAIL => failed
  REJECTED => rejected
  REJECTE => rejected
  ACCEPTED => accepted
  ACCEPTE => accepted
  UNKNOWD => unknown
  DeliveryUncertain => unknown
  # words of products: SMS Central, PSWinCom, SMSPortal, Mobizon, Huawei Cloud, Kannel, Exotel, Proximus
  ACKED => accepted
  ACKD => accepted
  ACK => accepted
  SUBMITD => accepted
  SUBMITTED => accepted
  TRANSMITTED => accepted
  SENT => accepted
  DELIVERED_TO_OPERATOR => accepted
  DeliveredToNetwork => accepted
  BUFFRED => underway
  BUFFERED => underway
  BUFFERD => underway
  QUEUED => underway
  ENQUEUD => underway
  PENDING => underway
  STAGED => underway
  PDLIVRD => underway
  RETRY => underway
  MessageWaiting => underway
  SYSERR => failed
  NOCRED => rejected
  ZEROBAL => rejected
  NOROUTE => rejected
  BARRED => rejected
  BARREDA => rejected
  BLIST => rejected
  NACK => rejected
  NACKED => rejected
  SPAM => rejected
  # the numbers of message_state
  0 => underway
  1 => underway
  2 => delivered
  3 => failed
  5 => failed
  6 => accepted
  7 => unknown
  8 => rejected
  9 => failed
  002 => delivered
  # no word that anybody knows
  WHATEVER => none
  XYZZY => none
  OK => none
  ok => none
  10 => none
  999 => none
  MX:0003 => none
  DELIVRDX => none
  UN => none
  ... => none
`;

describe("the status word of a receipt", () => {
  test.each(rowsOf(WORDS))("%s", (word = "", state) => {
    const receipt = read(`id:7 sub:001 stat:${word} err:000`);
    expect(receipt?.state ?? "none").toBe(state);
    expect(receipt?.word).not.toBe("");
  });

  it("is in one place only", () => {
    const words = Object.values(STATUS_WORDS).flat();
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    for (const word of words) expect(stateOfWord(word)).toBeDefined();
  });
});

it("are documented as they are read", () => {
  const page = readFileSync(path.join(ROOT, "docs/networks.md"), "utf8");
  for (const words of Object.values(STATUS_WORDS))
    expect(page).toContain(`| ${words.map((word) => `\`${word}\``).join(" ")} |\n`);
});

describe("the parameter and the word of a receipt", () => {
  test.each([
    [2, "UNDELIV", "delivered"],
    [5, "DELIVRD", "failed"],
    [8, "DELIVRD", "rejected"],
    [1, "DELIVRD", "delivered"],
    [1, "UNDELIV", "failed"],
    [6, "DELIVRD", "delivered"],
    [7, "DELIVRD", "delivered"],
    [7, "ENROUTE", "underway"],
    [7, "UNKNOWN", "unknown"],
    [2, "UNKNOWN", "delivered"],
    [2, "ENROUTE", "delivered"],
    [1, "ACCEPTD", "underway"],
    [2, "WHATEVER", "delivered"],
    [99, "DELIVRD", "delivered"],
    [99, "WHATEVER", null],
    [0, "", "underway"],
    [3, "", "failed"],
    [4, "", "failed"],
    [9, "", "failed"],
    [200, "", null],
  ])("%i and %s are %s", (number, word, state) => {
    const tlvs = [tlv(TAGS.receiptedMessageId, "7"), tlv(TAGS.messageState, [number])];
    expect(read(word && `id:7 stat:${word}`, { tlvs })).toMatchObject({ id: "7", state });
  });
});

const FULL =
  "id:7 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 text:Hi";

/** Texts with `esm_class` 0, each with its form. */
const FORMS = `
  ${FULL} => certain
  ID:7 SUB:1 DLVRD:1 STAT:UNDELIV ERR:11 => certain
  id:7 submit date:2611221700 done date:2611221703 stat:DELIVRD => certain
  id:7;sub:001;dlvrd:001;stat:EXPIRED => certain
  stat:DELIVRD id:7 sub:001 dlvrd:001 => certain
  id:7 stat:DELIVRD err:000 done date:2026-11-22 17:03:00 => certain
  id:7 stat:DELIVRD err:000 => likely
  id:7 stat:DELIVRD => likely
  id:7 stat:delivered => none
  id: 5 stat: ok => none
  id:5 stat:ok sub:001 dlvrd:001 => none
  id:5 status: arrived => none
  ID: 12 Stat: fine, thanks => none
  Hello id:7 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 => none
  I got this: ${FULL} => none
  stat:DELIVRD err:000 sub:001 => none
  id:7 sub:001 dlvrd:001 err:000 => none
  sub:2 dlvrd:2 stat:good => none
  text:id:7 stat:DELIVRD sub:001 dlvrd:001 => none
  STOP => none
  My id: 7 and my status: delivered => none
  id:7 stat:2 err:000 sub:001 => none
`;

describe("a text without esm_class", () => {
  test.each(rowsOf(FORMS))("%s", (text = "", form) => {
    expect(receiptForm(delivery(text, { esmClass: 0 }), "gsm")).toBe(form);
  });

  test.each([
    [[TAGS.receiptedMessageId, TAGS.messageState], "", "certain"],
    [[TAGS.receiptedMessageId], "id:7 stat:DELIVRD", "certain"],
    [[TAGS.receiptedMessageId], "Thanks", "none"],
    [[TAGS.messageState], "Thanks", "none"],
    [[], "", "none"],
  ])("with parameters %j and the text %s is %s", (tags, text, form) => {
    const tlvs = tags.map((tag) => tlv(tag, [2]));
    expect(receiptForm(delivery(text, { esmClass: 0, tlvs }), "gsm")).toBe(form);
  });
});

import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { describe, expect, it, test } from "vitest";
import { type Authenticity, authenticate } from "@/lib/email-to-sms/authenticate";
import { readAddress } from "@/lib/email-to-sms/reading/address";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { MAIL_HOST, nameServers, rawEmail, TEST_KEY } from "@/tests/support/mail/email";

const NOW = new Date();
const TO = "64211234567@sms.example.net";
const SPF = { "TXT example.com": [`v=spf1 ip4:${MAIL_HOST} -all`] };
const CLIENT = { address: MAIL_HOST, helo: "mail.example.com" };

type EmailOptions = {
  from?: string;
  envelopeFrom?: string;
  client?: typeof CLIENT | null;
  signedBy?: string | undefined;
  records?: Record<string, string[] | string>;
  change?: (raw: string) => string;
  date?: Date;
  messageId?: string;
};

async function judge(given: EmailOptions): Promise<{ asked: string[] } & Authenticity> {
  const { from = "alice@example.com", records = {}, change = (raw) => raw } = given;
  const { date = NOW, messageId = "<1@example.com>" } = given;
  const mail = { from, to: TO, cc: "Bob <bob@example.org>", text: "Kia ora", date, messageId };
  const raw = await rawEmail(mail, given.signedBy);
  const { resolver, asked } = nameServers(records);
  const { envelopeFrom = from, client = CLIENT } = given;
  const email = { raw: Buffer.from(change(raw.toString("latin1")), "latin1"), envelopeFrom, client };
  const sender = readAddress(from);
  if (!sender) throw new Error("The test has no sender.");
  return {
    asked,
    ...(await authenticate({ email, head: readHead(email.raw), from: sender }, resolver, NOW)),
  };
}

describe("an email whose own server brought it", () => {
  it("passes by SPF, whomever it is written to", async () => {
    expect(await judge({ records: SPF })).toMatchObject({ result: "yes", signed: null });
    const under = { "TXT bounces.example.com": SPF["TXT example.com"] };
    const envelopeFrom = "b+1=2@bounces.example.com";
    expect(await judge({ records: under, envelopeFrom })).toMatchObject({ result: "yes", signed: null });
  });

  test.each<[string, EmailOptions]>([
    ["another's server", { records: SPF, client: { ...CLIENT, address: "192.0.2.99" } }],
    [
      "another's envelope",
      { records: { "TXT evil.example": SPF["TXT example.com"] }, envelopeFrom: "a@evil.example" },
    ],
    [
      "a neighbour under a shared suffix",
      {
        from: "a@one.co.nz",
        envelopeFrom: "a@two.co.nz",
        records: { "TXT two.co.nz": SPF["TXT example.com"] },
      },
    ],
    [
      "another customer of the same host",
      {
        from: "a@one.github.io",
        envelopeFrom: "a@two.github.io",
        records: { "TXT two.github.io": SPF["TXT example.com"] },
      },
    ],
    ["a soft failure", { records: { "TXT example.com": ["v=spf1 ~all"] } }],
    ["no record", {}],
    ["nobody knows which server", { records: SPF, client: null }],
  ])("does not pass by SPF: %s", async (_, given) => {
    expect(await judge(given)).toMatchObject({ result: "no" });
  });

  it("is not asked about where the answer could not count", async () => {
    const { asked } = await judge({ envelopeFrom: "a@evil.example" });
    expect(asked).toEqual([]);
  });
});

describe("an email with a signature", () => {
  it("passes by DKIM, for those it is written to", async () => {
    const named = new Set([TO, "bob@example.org"]);
    const client = null;
    expect(await judge({ client, signedBy: "example.com" })).toMatchObject({
      result: "yes",
      signed: { to: named, coversId: true },
    });
    expect(await judge({ client, signedBy: "mail.example.com" })).toMatchObject({
      result: "yes",
      signed: { to: named, coversId: true },
    });
  });

  it("names nobody who was written above what is signed", async () => {
    const change = (raw: string) => `To: 6421999999@sms.example.net\r\n${raw}`;
    const judged = await judge({ client: null, signedBy: "example.com", change });
    expect(judged).toMatchObject({ result: "yes", signed: { to: new Set([TO, "bob@example.org"]) } });
  });

  const DAY_MS = 24 * 3_600_000;
  test.each([
    ["just now", 0, "yes"],
    ["by a clock that is ahead", -59 * 60_000, "yes"],
    ["in times to come", -61 * 60_000, "stale"],
    ["six days ago", 6 * DAY_MS - 60_000, "yes"],
    ["longer ago than a repeat is surely known", 6 * DAY_MS + 60_000, "stale"],
  ])("counts alone while a repeat is known: written %s", async (_, ageMs, result) => {
    const given = { signedBy: "example.com", date: new Date(NOW.getTime() - ageMs) };
    expect(await judge({ client: null, ...given })).toMatchObject({ result });
    expect(await judge({ records: SPF, ...given })).toMatchObject({ result: "yes" });
    const records = { "TXT example.com": "ETIMEOUT" };
    expect(await judge({ records, ...given })).toMatchObject({
      result: result === "yes" ? "yes" : "unknown",
    });
  });

  it("is asked about three times at most, and never for who says nothing about the sender", async () => {
    const line = (domain: string) =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=s; h=From; bh=x; b=AAAA\r\n`;
    // The hash of "Kia ora", which the other forged emails do not have.
    const forged = (domain: string, raw: string) =>
      line(domain).replace("bh=x", /bh=[^;]+/.exec(raw)?.[0] ?? "");
    const change = (raw: string) =>
      Array.from(
        { length: 9 },
        (_, at) => forged(`d${at}.evil.example`, raw) + forged(`d${at}.example.com`, raw),
      ).join("") + raw;
    const { asked, result } = await judge({ client: null, signedBy: "example.com", change });
    expect(asked).toEqual([0, 1, 2].map((at) => `TXT s._domainkey.d${at}.example.com`));
    expect(result).toBe("no");
    const foreign = (raw: string) =>
      Array.from({ length: 9 }, (_, at) => forged(`d${at}.evil.example`, raw)).join("") + raw;
    expect(await judge({ client: null, signedBy: "example.com", change: foreign })).toMatchObject({
      result: "yes",
      asked: ["TXT test._domainkey.example.com"],
    });
  });

  test.each<[string, EmailOptions]>([
    ["another domain's", { signedBy: "evil.example" }],
    ["a changed text", { signedBy: "example.com", change: (raw) => raw.replace("Kia ora", "Send money") }],
    ["a changed sender", { signedBy: "example.com", change: (raw) => raw.replace("alice@", "mallory@") }],
    ["no key", { signedBy: "example.com", records: { "TXT test._domainkey.example.com": "ENOTFOUND" } }],
    [
      "a key that is none",
      { signedBy: "example.com", records: { "TXT test._domainkey.example.com": ["v=DKIM1; p="] } },
    ],
    ["none", {}],
  ])("does not pass by DKIM: %s", async (_, given) => {
    expect(await judge({ client: null, ...given })).toMatchObject({ result: "no" });
  });
});

describe("a signature that does not cover all", () => {
  /** Returns an email with a signature of its own kind, and optional content behind the signed part. */
  async function signed(
    own: { headerList?: string; maxBodyLength?: number; algorithm?: string },
    behind = "",
    id = "1",
  ): Promise<Authenticity> {
    const from = readAddress("alice@example.com");
    const head = ["From: alice@example.com", `To: ${TO}`, "Subject: Hi", `Date: ${NOW.toUTCString()}`];
    const text = `${[...head, "Message-ID: <1@x>"].join("\r\n")}\r\n\r\nKia ora\r\n`;
    const key = { signingDomain: "example.com", selector: "test", privateKey: TEST_KEY };
    const { signatures } = await dkimSign(text, {
      signTime: NOW,
      headerList: own.headerList,
      signatureData: [{ algorithm: "rsa-sha256", canonicalization: "relaxed/relaxed", ...key, ...own }],
    } as never);
    if (!from || signatures === "") throw new Error("The test has no signature.");
    const raw = Buffer.from(`${signatures}${text.replace("<1@", `<${id}@`)}${behind}`);
    const email = { raw, envelopeFrom: "", client: null };
    return authenticate({ email, head: readHead(raw), from }, nameServers().resolver, NOW);
  }

  it("counts where it does cover all, and not where there is more text or who wrote it is left out", async () => {
    expect(await signed({})).toMatchObject({ result: "yes" });
    expect(await signed({ maxBodyLength: 9 })).toMatchObject({ result: "yes" });
    expect(await signed({ maxBodyLength: 9 }, "Send money\r\n")).toMatchObject({ result: "no" });
    expect(await signed({ headerList: "To:Subject" })).toMatchObject({ result: "no" });
  });

  it("does not count with a hash that can be forged", async () => {
    expect(await signed({ algorithm: "rsa-sha1" })).toMatchObject({ result: "no" });
  });

  it("does not count for ever where it leaves out the date", async () => {
    expect(await signed({ headerList: "From:To:Subject:Message-ID" })).toMatchObject({ result: "stale" });
  });

  it("names the email itself where it leaves out the Message-ID, whatever that is changed to", async () => {
    const headerList = "From:To:Subject:Date";
    const one = await signed({ headerList });
    expect(one).toMatchObject({ result: "yes", signed: { coversId: false } });
    expect(await signed({ headerList }, "", "2")).toEqual(one);
    expect(await signed({ headerList: "From:To:Date" })).not.toEqual(one);
    expect(await signed({}, "", "2")).toMatchObject({ result: "no" });
  });
});

describe("name servers that do not answer", () => {
  test.each<[string, EmailOptions]>([
    ["for SPF", { records: { "TXT example.com": "ETIMEOUT" } }],
    ["for a key", { signedBy: "example.com", records: { "TXT test._domainkey.example.com": "ESERVFAIL" } }],
  ])("leave it open: %s", async (_, given) => {
    expect(await judge(given)).toMatchObject({ result: "unknown" });
  });

  it("do not matter where the other way passes, or the answer could not count", async () => {
    const records = { "TXT example.com": "ETIMEOUT", "TXT test._domainkey.evil.example": "ETIMEOUT" };
    expect(await judge({ records, signedBy: "example.com" })).toMatchObject({ result: "yes" });
    const foreign = { records, signedBy: "evil.example", envelopeFrom: "a@evil.example" };
    expect(await judge(foreign)).toMatchObject({ result: "no" });
  });
});

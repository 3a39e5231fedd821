import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { describe, expect, it, test } from "vitest";
import { readAddress } from "@/lib/email-to-sms/address";
import { type Authenticity, authenticate } from "@/lib/email-to-sms/authenticate";
import { MAIL_HOST, nameServers, rawEmail, TEST_KEY } from "@/lib/testing/email";

const NOW = new Date();
const TO = "64211234567@sms.example.net";
const SPF = { "TXT example.com": [`v=spf1 ip4:${MAIL_HOST} -all`] };
const CLIENT = { address: MAIL_HOST, helo: "mail.example.com" };

type Given = {
  from?: string;
  envelopeFrom?: string;
  client?: typeof CLIENT | null;
  signedBy?: string | undefined;
  records?: Record<string, string[] | string>;
  change?: (raw: string) => string;
};

async function judge(given: Given): Promise<{ asked: string[] } & Authenticity> {
  const { from = "alice@example.com", records = {}, change = (raw) => raw } = given;
  const raw = await rawEmail({ from, to: TO, cc: "Bob <bob@example.org>", text: "Kia ora" }, given.signedBy);
  const { resolver, asked } = nameServers(records);
  const { envelopeFrom = from, client = CLIENT } = given;
  const email = { raw: Buffer.from(change(raw.toString("latin1")), "latin1"), envelopeFrom, client };
  const sender = readAddress(from);
  if (!sender) throw new Error("The test has no sender.");
  return { asked, ...(await authenticate(email, sender, resolver, NOW)) };
}

describe("an e-mail whose own server brought it", () => {
  it("passes by SPF, whomever it is written to", async () => {
    expect(await judge({ records: SPF })).toMatchObject({ result: "yes", writtenTo: null });
    const under = { "TXT bounces.example.com": SPF["TXT example.com"] };
    const envelopeFrom = "b+1=2@bounces.example.com";
    expect(await judge({ records: under, envelopeFrom })).toMatchObject({ result: "yes", writtenTo: null });
  });

  test.each<[string, Given]>([
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

describe("an e-mail with a signature", () => {
  it("passes by DKIM, for those it is written to", async () => {
    const named = new Set([TO, "bob@example.org"]);
    const client = null;
    expect(await judge({ client, signedBy: "example.com" })).toMatchObject({
      result: "yes",
      writtenTo: named,
    });
    expect(await judge({ client, signedBy: "mail.example.com" })).toMatchObject({
      result: "yes",
      writtenTo: named,
    });
  });

  it("names nobody who was written above what is signed", async () => {
    const change = (raw: string) => `To: 6421999999@sms.example.net\r\n${raw}`;
    const judged = await judge({ client: null, signedBy: "example.com", change });
    expect(judged).toMatchObject({ result: "yes", writtenTo: new Set([TO, "bob@example.org"]) });
  });

  test.each<[string, Given]>([
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
  /** An e-mail signed in a way of its own, with something behind it. */
  async function signed(
    own: { headerList?: string; maxBodyLength?: number; algorithm?: string },
    behind = "",
  ): Promise<string> {
    const from = readAddress("alice@example.com");
    const head = ["From: alice@example.com", `To: ${TO}`, "Subject: Hi"].join("\r\n");
    const text = `${head}\r\n\r\nKia ora\r\n`;
    const key = { signingDomain: "example.com", selector: "test", privateKey: TEST_KEY };
    const { signatures } = await dkimSign(text, {
      headerList: own.headerList,
      signatureData: [{ algorithm: "rsa-sha256", canonicalization: "relaxed/relaxed", ...key, ...own }],
    } as never);
    if (!from || signatures === "") throw new Error("The test has no signature.");
    const email = { raw: Buffer.from(`${signatures}${text}${behind}`), envelopeFrom: "", client: null };
    return (await authenticate(email, from, nameServers().resolver, NOW)).result;
  }

  it("counts where it does cover all, and not where there is more text or who wrote it is left out", async () => {
    expect(await signed({})).toBe("yes");
    expect(await signed({ maxBodyLength: 9 })).toBe("yes");
    expect(await signed({ maxBodyLength: 9 }, "Send money\r\n")).toBe("no");
    expect(await signed({ headerList: "To:Subject" })).toBe("no");
  });

  it("does not count with a hash that can be forged", async () => {
    expect(await signed({ algorithm: "rsa-sha1" })).toBe("no");
  });
});

describe("name servers that do not answer", () => {
  test.each<[string, Given]>([
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

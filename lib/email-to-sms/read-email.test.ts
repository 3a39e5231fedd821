import { describe, expect, it, test } from "vitest";
import { readEmail } from "@/lib/email-to-sms/read-email";
import { emailOf, rawEmail } from "@/lib/testing/email";

const FROM = "From: Alice <Alice@Example.com>";
const read = (...lines: readonly string[]) => readEmail(emailOf(FROM, ...lines));
const textOf = async (...lines: readonly string[]) => (await read(...lines)).text;

describe("the text of an e-mail", () => {
  it("is its plain part", async () => {
    expect(await read("Subject: Hi", "Message-ID: <1@example.com>", "", "Kia ora", "-- ", "A")).toEqual({
      from: { address: "alice@example.com", domain: "example.com" },
      id: "<1@example.com>",
      subject: "Hi",
      text: "Kia ora",
      automatic: null,
    });
  });

  it("is its HTML part as text where there is no other, whatever holds it", async () => {
    const html = "<h1>Kia ora</h1><p>Alice &amp; Bob</p>";
    const text = "Kia ora\n\nAlice & Bob";
    expect(await textOf("Content-Type: text/html", "", html)).toBe(text);
    for (const type of ["mixed", "alternative", "related"]) {
      const parts = ["--b", "Content-Type: text/html", "", html, "--b--"];
      expect(await textOf(`Content-Type: multipart/${type}; boundary=b`, "", ...parts)).toBe(text);
    }
  });

  it("is the plain one of both, unless that is empty", async () => {
    const raw = (text: string) =>
      rawEmail({ from: "a@example.com", to: "b@c.nz", text, html: "<p>As HTML</p>" });
    expect((await readEmail(await raw("As text"))).text).toBe("As text");
    expect((await readEmail(await raw(" \n"))).text).toBe("As HTML");
  });

  it("is the subject where there is none", async () => {
    expect(await textOf("Subject: =?utf-8?Q?M=C4=81ori_?= =?utf-8?Q?caf=C3=A9?=", "", "", "-- ", "A")).toBe(
      "Māori café",
    );
    expect(await textOf("Subject: Re: Hi", "", "> Hello")).toBe("Re: Hi");
    expect(await textOf("Subject: Hi", "", "Text")).toBe("Text");
    expect(await textOf("", "")).toBe("");
  });

  test.each([
    [
      "UTF-8, quoted-printable",
      "utf-8",
      "quoted-printable",
      "M=C4=81ori =E2=82=AC5=\r\n each",
      "Māori €5 each",
    ],
    ["UTF-8, base64", "utf-8", "base64", "TcSBb3Jp", "Māori"],
    ["UTF-8, as it is", "utf-8", "8bit", "M\xc4\x81ori", "Māori"],
    ["ISO 8859-1, quoted-printable", "iso-8859-1", "quoted-printable", "caf=E9 =3D", "café ="],
    ["ISO 8859-1, as it is", "iso-8859-1", "8bit", "caf\xe9", "café"],
    ["Windows-1252", "windows-1252", "8bit", "\x93caf\xe9\x94", "“café”"],
  ])("is read as it was written: %s", async (_, charset, encoding, body, text) => {
    const headers = [
      `Content-Type: text/plain; charset=${charset}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ];
    expect(await textOf(...headers, "", body)).toBe(text);
  });

  it("is put together where a mail program broke its lines to fit", async () => {
    const headers = "Content-Type: text/plain; charset=utf-8; format=flowed";
    expect(await textOf(headers, "", "Kia ora ", "koutou", "-- ", "Alice")).toBe("Kia ora koutou");
  });

  it("is without attachments and reports", async () => {
    const part = (type: string, body: string, ...more: readonly string[]) => ["--b", type, ...more, "", body];
    const attached = "Content-Disposition: attachment; filename=a.txt";
    const lines = [
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("Content-Type: text/plain", "Kia ora"),
      ...part("Content-Type: text/plain", "ATTACHED", attached),
      ...part("Content-Type: image/png", "iVBORw0KGgo=", "Content-Transfer-Encoding: base64"),
      ...part("Content-Type: message/delivery-status", "Action: failed"),
      "--b--",
    ];
    expect(await textOf(...lines)).toBe("Kia ora");
  });
});

describe("who an e-mail is from", () => {
  test.each([
    ["the name says another", ['From: "bob@example.org" <alice@example.com>'], "alice@example.com"],
    ["two addresses", ["From: alice@example.com, bob@example.com"], undefined],
    ["two headers", ["From: alice@example.com", "From: bob@example.com"], undefined],
    ["a group of two", ["From: us: alice@example.com, bob@example.com;"], undefined],
    ["none", ["Subject: x"], undefined],
    ["no address", ["From: Alice"], undefined],
    ["a domain in letters of its own", ["From: a@M\xc4\x81ori.nz"], "a@xn--mori-qsa.nz"],
  ])("is one address or nobody: %s", async (_, lines, address) => {
    expect((await readEmail(emailOf(...lines, "", "x"))).from?.address).toBe(address);
  });
});

describe("an e-mail that nobody wrote", () => {
  test.each([
    ["Auto-Submitted: auto-replied", "Auto-Submitted"],
    ["Auto-Submitted: auto-generated; x=y", "Auto-Submitted"],
    ["Auto-Submitted: No (by hand)", null],
    ["Precedence: bulk", "Precedence"],
    ["Precedence: LIST", "Precedence"],
    ["Precedence: first-class", null],
    ["X-Mailer: Auto-Submitted: yes", null],
  ])("is known by %s", async (header, by) => {
    expect((await read(header, "", "x")).automatic).toBe(by);
  });
});

describe("an e-mail that is no e-mail", () => {
  test.each([
    ["a head without an end", ["X: ".padEnd(200_000, "y")]],
    ["more headers than any has", [...Array(1100).fill("X: y"), "", "x"]],
    ["more signatures than any has", [...Array(11).fill("DKIM-Signature: v=1"), "", "x"]],
  ])("is refused before it costs anything: %s", async (_, lines) => {
    await expect(readEmail(emailOf(...lines))).rejects.toMatchObject({ reply: "554 5.6.0" });
  });

  it("is refused where its parts have parts without end", async () => {
    const nested = Array.from({ length: 2000 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}`,
      "",
      `--b${level}`,
    ]).flat();
    await expect(read(...nested, "Content-Type: text/plain", "", "deep")).rejects.toMatchObject({
      reply: "554 5.6.0",
    });
  });

  it("has no id that another could not be told by", async () => {
    expect((await read("Message-ID: no brackets", "", "x")).id).toBeNull();
    expect((await read(`Message-ID: <${"i".repeat(1000)}@x>`, "", "x")).id).toBeNull();
  });
});

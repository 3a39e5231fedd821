import { describe, expect, it, test } from "vitest";
import { readEmail } from "@/lib/email-to-sms/reading/read-email";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { emailOf, rawEmail } from "@/tests/support/mail/email";

const FROM = "From: Alice <Alice@Example.com>";
const readRaw = (raw: Buffer) => readEmail(raw, readHead(raw));
const read = (...lines: readonly string[]) => readRaw(emailOf(FROM, ...lines));
const textOf = async (...lines: readonly string[]) => (await read(...lines)).text;

describe("the text of an email", () => {
  it("is its plain part", async () => {
    expect(await read("Subject: Hi", "", "Kia ora", "-- ", "A")).toEqual({ subject: "Hi", text: "Kia ora" });
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
    expect((await readRaw(await raw("As text"))).text).toBe("As text");
    expect((await readRaw(await raw(" \n"))).text).toBe("As HTML");
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

describe("an email that cannot be taken apart", () => {
  it("is refused: its parts have parts without end", async () => {
    const nested = Array.from({ length: 2000 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}`,
      "",
      `--b${level}`,
    ]).flat();
    await expect(read(...nested, "Content-Type: text/plain", "", "deep")).rejects.toMatchObject({
      reply: "554 5.6.0",
    });
  });

  it.each(["From", "Reply-To", "Cc", "References", "Content-Type", "Subject"])(
    "costs little, whoever has put a %s above what is signed",
    async (name) => {
      for (const repeated of ["a-", "(", "<a@b>,", ";b", " ", "=?a?q?"]) {
        const began = performance.now();
        await read(`${name}: ${repeated.repeat(110_000 / repeated.length)}`, "", "Kia ora");
        expect(performance.now() - began).toBeLessThan(1000);
      }
    },
  );

  it("costs no more than its beginning, however much there is", async () => {
    for (const type of ["plain", "html"]) {
      const lines = [`Content-Type: text/${type}`, "", "Kia ora<br>\r\n".repeat(40_000)];
      expect((await textOf(...lines)).length).toBeLessThanOrEqual(200_000);
    }
  });
});

import { describe, expect, it, test } from "vitest";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { emailOf } from "@/tests/support/mail/email";

const FROM = "From: Alice <Alice@Example.com>";
const read = (...lines: readonly string[]) => readHead(emailOf(FROM, ...lines));

describe("the head of an email", () => {
  it("says who it is from and which it is, and where the text begins", () => {
    const raw = emailOf(FROM, "Message-ID:", " <1@example.com>", "", "Kia ora");
    expect(readHead(raw)).toMatchObject({
      from: { address: "alice@example.com", domain: "example.com" },
      id: "<1@example.com>",
      automatic: null,
      headers: [{ name: "from", line: FROM }, { name: "message-id" }],
    });
    expect(raw.subarray(readHead(raw).bodyAt).toString()).toBe("Kia ora");
    expect(read("Subject: Hi").bodyAt).toBe(emailOf(FROM, "Subject: Hi").length);
  });

  it("has the Message-ID that a signature would cover, and none that another could not be told by", () => {
    expect(read("Message-ID: <1@x>", "Message-ID: <2@x>", "", "x").id).toBe("<2@x>");
    expect(read("Message-ID: no brackets", "", "x").id).toBeNull();
    expect(read(`Message-ID: <${"i".repeat(1000)}@x>`, "", "x").id).toBeNull();
  });
});

describe("who an email is from", () => {
  test.each([
    ["the name says another", ['From: "bob@example.org" <alice@example.com>'], "alice@example.com"],
    ["two addresses", ["From: alice@example.com, bob@example.com"], undefined],
    ["a folded header", ["From: Alice", " <alice@example.com>"], "alice@example.com"],
    ["a header without end", [`From: ${"a-".repeat(5000)}`, " <alice@example.com>"], undefined],
    ["two headers", ["From: alice@example.com", "From: bob@example.com"], undefined],
    ["a group of two", ["From: us: alice@example.com, bob@example.com;"], undefined],
    ["none", ["Subject: x"], undefined],
    ["no address", ["From: Alice"], undefined],
    ["a domain in letters of its own", ["From: a@M\xc4\x81ori.nz"], "a@xn--mori-qsa.nz"],
  ])("is one address or nobody: %s", (_, lines, address) => {
    expect(readHead(emailOf(...lines, "", "x")).from?.address).toBe(address);
  });
});

describe("an email that nobody wrote", () => {
  test.each([
    ["Auto-Submitted: auto-replied", "Auto-Submitted"],
    ["Auto-Submitted: auto-generated; x=y", "Auto-Submitted"],
    ["Auto-Submitted: No (by hand)", null],
    ["Precedence: bulk", "Precedence"],
    ["Precedence: LIST", "Precedence"],
    ["Precedence: auto_reply", "Precedence"],
    ["X-Autoreply: yes", "X-Autoreply"],
    ["X-Autorespond:", "X-Autorespond"],
    ["X-Autoreply: no", null],
    ["Auto-Submitted: (a remark (in it)) auto-replied", "Auto-Submitted"],
    ["Precedence: first-class", null],
    ["X-Mailer: Auto-Submitted: yes", null],
  ])("is known by %s", (header, by) => {
    expect(read(header, "", "x").automatic).toBe(by);
  });
});

describe("an email that is no email", () => {
  test.each([
    ["a head without an end", ["X: ".padEnd(200_000, "y")]],
    ["more headers than any has", [...Array(1100).fill("X: y"), "", "x"]],
    ["lines that end otherwise", [FROM, "", "x\n".repeat(1001)]],
    ["more lines than any has", [FROM, "", "x\r\n".repeat(50_001)]],
    ["a head whose lines end otherwise", [`${FROM}\rTo: x`, "", "x"]],
    ["a head that begins with nothing", ["", FROM, "", "x"]],
  ])("is refused before it costs anything: %s", (_, lines) => {
    expect(() => readHead(emailOf(...lines))).toThrow(expect.objectContaining({ reply: "554 5.6.0" }));
  });

  it("may have a few lines that end otherwise", () => {
    expect(readHead(emailOf(FROM, "", "x\n".repeat(1000))).from?.address).toBe("alice@example.com");
  });
});

describe("a head made to cost time", () => {
  const NAMES = ["From", "Auto-Submitted", "Precedence", "X-Autoreply", "Message-ID", "DKIM-Signature"];
  test.each([
    "(",
    ")",
    "()",
    "((a)",
    "<",
    ">",
    "<a@b>,",
    "[",
    '"',
    " ",
    "\t",
    ";",
    ":",
    "a:",
    "a-",
    "a@",
    "=",
    "=?",
  ])("costs little: %j", (repeated) => {
    const value = repeated.repeat(Math.floor(120_000 / repeated.length));
    for (const name of NAMES) {
      const raw = emailOf(`${name}: ${value}x`, "", "x");
      const before = process.cpuUsage();
      readHead(raw);
      // The limit is a few milliseconds of processor time. Quadratic code takes seconds.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    }
  });
});

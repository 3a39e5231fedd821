import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { approvingDomains, linkHosts, parseApprovableDomain } from "@/lib/sms/links/links";
import { toGsm7 } from "@/lib/sms/text/encoding";

describe("linkHosts", () => {
  test.each<[string, string[]]>([
    ["see http://good.com/path?x=1#y", ["good.com"]],
    ["HTTPS://WWW.Example.CO.NZ", ["www.example.co.nz"]],
    ["ftp://files.example.net/a app://open.me/x tg://resolve?x", ["files.example.net", "open.me", "resolve"]],
    ["www.example.com and www.intranet", ["www.example.com", "www.intranet"]],
    ["go to example.co.nz/x or bit.ly/a", ["bit.ly", "example.co.nz"]],
    ["Visit Example.COM.", ["example.com"]],
    ["(example.com), 'a.org'; \"b.net\"! <c.nz>", ["a.org", "b.net", "c.nz", "example.com"]],
    ["example.com:8080/x.zip", ["example.com"]],
    ["http://example.com:8080", ["example.com"]],
    ["b.com a.com b.com", ["a.com", "b.com"]],
    ["http://1.2.3.4/x", ["1.2.3.4"]],
    ["http://0x7f.1/ http://2130706433/", ["127.0.0.1"]],
    ["http://localhost http://localhost:3000/x", ["localhost"]],
    ["http://[::1]/ http://[2001:DB8::0001]:80/", ["[2001:db8::1]", "[::1]"]],
    ["http://good.com@evil.com/", ["evil.com"]],
    ["http://user:pass@evil.com:80/", ["evil.com"]],
    ["http://a@good.com@evil.com/", ["evil.com"]],
    ["http://good.com%2f@evil.com/", ["evil.com"]],
    ["http://ev%69l.com/", ["evil.com"]],
    ["http://good.com\\@evil.com/", ["evil.com", "good.com"]],
    ["http://evil.com,@good.com/", ["evil.com", "good.com"]],
    ["http://good.com,evil.com/x", ["evil.com", "good.com"]],
    ["http:///evil.com http:evil.org http:/evil.net", ["evil.com", "evil.net", "evil.org"]],
    ["http://good.com/?next=https://evil.com/", ["evil.com", "good.com"]],
    ["http://good.com/evil.com/file.zip", ["good.com"]],
    ["good.com/?u=evil.com", ["good.com"]],
    ["and/evil.com", ["evil.com"]],
    ["sooo...evil.com...really", ["evil.com"]],
    ["*evil.com* _evil.net_ -evil.org-", ["evil.com", "evil.net", "evil.org"]],
    ["whānau.nz пример.рф", ["xn--e1afmkfd.xn--p1ai", "xn--whnau-gwa.nz"]],
    ["http://bücher.de", ["xn--bcher-kva.de"]],
    ["evil。com evil．net http://evil｡org/", ["evil.com", "evil.net", "evil.org"]],
    ["ev\u00adil\u200b.c\u2060om", ["evil.com"]],
    ["ｅｖｉｌ.com", ["evil.com"]],
    ["👉example.com👈 👉🏽example.nz/x", ["example.com", "example.nz"]],
    ["i❤.ws", ["xn--i-7iq.ws"]],
    ["访问example.com吧", ["example.com"]],
    ["gov.uk a.er b.mm c.ck d.xn--p1ai", ["a.er", "b.mm", "c.ck", "d.xn--p1ai", "gov.uk"]],
    ["@evil.com !@evil.net", ["evil.com", "evil.net"]],
    ["evil.com@nowhere", ["evil.com"]],
    ["a@good.com,evil.com", ["evil.com"]],
    ["http://256.256.256.256/ http://exa%mple.com/", ["256.256.256.256", "mple.com"]],
  ])("%j has %j", (text, hosts) => {
    expect(linkHosts(text)).toEqual(hosts);
  });

  test.each([
    ["nothing", ""],
    ["plain words", "Kia ora, see you at 3pm"],
    ["email", "write to a@example.com or mailto:first.last+x@mail.example.co.nz."],
    ["email whose name looks like a domain", "john.com@example.org"],
    ["numbers with dots", "1.2.3.4 costs 3.50 on 21.11.2026 in v1.2 at 10.30"],
    ["abbreviations", "e.g. this, i.e. that, U.S. at 9 a.m."],
    ["unknown top-level domains", "node.js a.b.c.invalidtld file.txt"],
    ["an ellipsis", "wait... what..no"],
    ["times and ratios", "10:30 1:2 note: this"],
    ["no host", "file:/// :// ://x http:// a://"],
    ["dots alone", ". .. ... www. www..."],
  ])("none in %s", (_, text) => {
    expect(linkHosts(text)).toEqual([]);
  });

  it("finds what folding joins, in the text as it is sent", () => {
    expect(linkHosts(toGsm7("éxample．com"))).toEqual(["example.com"]);
  });

  it("finds what no character hides that nobody sees", () => {
    const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => /^\p{DI}$/u.test(String.fromCodePoint(code)))
      .map((code) => String.fromCodePoint(code));
    for (const hidden of ["\u2064", "\u{1bca0}", "\u{1bca3}", "\u034f", "\u2066", "\u3164", "\u{e0041}"])
      expect(ignorable).toContain(hidden);
    const found = new Set(
      ignorable.map((character) => String(linkHosts(`Go to ev${character}il.co${character}.nz now`))),
    );
    expect([...found]).toEqual(["evil.co.nz"]);
    expect(linkHosts("http\u2064:/\u{1bca1}/evil\u2064.co.nz")).toEqual(["evil.co.nz"]);
  });

  it("gives sorted, distinct, lower-case ASCII hosts and never throws", () => {
    const piece = fc.constantFrom(
      "http://",
      "www.",
      ".",
      ".com",
      "a",
      "É",
      "@",
      ":",
      "/",
      "[",
      "]",
      "%41",
      "。",
      "😀",
      " ",
      "1",
      "-",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece, { maxLength: 30 }).map((p) => p.join("")),
        ),
        (text) => {
          const hosts = linkHosts(text);
          expect(hosts).toEqual([...new Set(hosts)].sort());
          for (const host of hosts) {
            expect(host).toMatch(/^[!-~]+$/);
            expect(host).toBe(host.toLowerCase());
          }
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("finds a link in any company", () => {
    const around = fc.string({ unit: fc.constantFrom(..."abc XYZ,!?()\n'\"0123") });
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(linkHosts(`${before} evil.co.nz/x ${after}`)).toEqual(["evil.co.nz"]);
      }),
    );
  });

  it.each([
    "a.",
    "a-.",
    "://",
    "http://",
    "a://",
    "a.com",
    "a.com@",
    "@",
    "a@",
    "a@b.com,",
    "http://a@",
    "http://a.b..",
    "_",
    "._",
    "-_.",
    "....a",
    "www.",
    "[",
    "http://[",
    "%41",
    "http://%",
    "ж.",
    "😀.",
    "。",
    "\u200b.",
    "1.2.3.4/",
  ])(
    "takes linear time for %j many times over",
    (unit) => {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      for (const hostile of [text, `http://${text}`, `${text}x.com`, `x${text} x`]) {
        expect(linkHosts(hostile).length).toBeLessThan(20_000);
      }
    },
    20_000,
  );

  it("takes a body of megabytes", () => {
    for (const unit of ["ж", "a.", "_", "\u0301.", "a.com "]) {
      expect(linkHosts(`${unit.repeat(2_000_000 / unit.length)} evil.nz`)).toContain("evil.nz");
    }
  }, 20_000);
});

describe("approvingDomains", () => {
  test.each<[string, string[]]>([
    ["example.co.nz", ["example.co.nz"]],
    ["a.b.example.co.nz", ["a.b.example.co.nz", "b.example.co.nz", "example.co.nz"]],
    ["foo.github.io", ["foo.github.io"]],
    ["x.foo.github.io", ["x.foo.github.io", "foo.github.io"]],
    ["github.io", []],
    ["co.nz", []],
    ["nz", []],
    ["foo.er", []],
    ["1.2.3.4", ["1.2.3.4"]],
    ["[::1]", ["[::1]"]],
    ["localhost", ["localhost"]],
    ["www.intranet", ["www.intranet"]],
    ["xn--whnau-gwa.nz", ["xn--whnau-gwa.nz"]],
    ["www._x.good.com", ["www._x.good.com", "_x.good.com", "good.com"]],
  ])("of %s are %j", (host, domains) => {
    expect(approvingDomains(host)).toEqual(domains);
  });

  it("never approves by a domain the host does not end in, nor by a public suffix", () => {
    const label = fc.constantFrom("a", "co", "nz", "com", "github", "io", "uk", "foo", "ck", "www");
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const host = labels.join(".");
        for (const domain of approvingDomains(host)) {
          expect(`.${host}`.endsWith(`.${domain}`)).toBe(true);
          expect(["co.nz", "nz", "com", "io", "github.io", "uk", "co.uk"]).not.toContain(domain);
        }
      }),
    );
  });
});

describe("parseApprovableDomain", () => {
  test.each([
    ["example.co.nz", "example.co.nz"],
    ["WWW.Example.Co.NZ.", "www.example.co.nz"],
    ["whānau.nz", "xn--whnau-gwa.nz"],
    ["foo.github.io", "foo.github.io"],
    ["a_b.example.com", "a_b.example.com"],
    ["1.2.3.4", "1.2.3.4"],
    ["[::1]", "[::1]"],
  ])("%s is %s", (input, domain) => {
    expect(parseApprovableDomain(input)).toBe(domain);
  });

  test.each([
    "",
    " ",
    "example.com ",
    "exa mple.com",
    "http://example.com",
    "example.com/x",
    "example.com:80",
    "user@example.com",
    "*.example.com",
    "example.com,b.com",
    "example..com",
    ".example.com",
    "-example.com",
    "ex%61mple.com",
    "co.nz",
    "nz",
    "github.io",
    "localhost",
    "example",
    "1.2.3",
    "0x7f.1",
    "[::1",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(130)}com`,
    "xn--a.com\0",
  ])("%j cannot be approved", (input) => {
    expect(parseApprovableDomain(input)).toBeNull();
  });

  it("is understood by approvingDomains, and read again gives the same", () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), (input) => {
        const domain = parseApprovableDomain(input);
        if (domain !== null) {
          expect(approvingDomains(domain)).toContain(domain);
          expect(parseApprovableDomain(domain)).toBe(domain);
          expect(linkHosts(`http://${domain}/`)).toEqual([domain]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

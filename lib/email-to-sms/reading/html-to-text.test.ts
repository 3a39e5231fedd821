import { describe, expect, it, test } from "vitest";
import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { processorTime } from "@/tests/support/linear-time";

describe("the text of HTML", () => {
  test.each([
    ["words with spaces", "<p>Kia \n\t ora <b>koutou</b>katoa</p>", "Kia ora koutoukatoa"],
    ["line breaks", "One<br>Two<br/>Three<BR >", "One\nTwo\nThree"],
    ["blocks", "<div>One</div><div>Two<div>Three</div></div>Four", "One\nTwo\nThree\nFour"],
    ["paragraphs", "<p>One</p>\n<p>Two</p><div>Three</div>", "One\n\nTwo\n\nThree"],
    ["empty lines as mail programs write them", "<div>One</div><div><br></div><div>Two</div>", "One\n\nTwo"],
    ["headings as they are written", "<h1>Sale</h1>now", "Sale\n\nnow"],
    ["lists and tables", "<ul><li>a<li>b</ul><table><tr><td>c</td><td>d</td></tr></table>", "- a\n- b\nc d"],
    ["links by their words", '<a href="https://example.com/x">here</a>', "here"],
    ["quotations", "Yes<blockquote>Hello<br>there</blockquote>", "Yes\n\n> Hello\n> there"],
    [
      "character references",
      "caf&eacute; &#257;&#x101; &lt;3 &amp;amp; M&amacr;ori&nbsp;&#0;",
      "café āā <3 &amp; Māori \ufffd",
    ],
    ["signs by the numbers that Windows has for them", "Don&#146;t &#x96; now", "Don\u2019t \u2013 now"],
    ["what is none", "1 < 2 & 3 > 2 &nosuch;", "1 < 2 & 3 > 2 &nosuch;"],
  ])("has %s", (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("is without what nobody sees", () => {
    const html =
      "<!doctype html><html><head><title>T</title><style>a{}</style></head><!-- c <p>x</p> -->" +
      "<body>Seen<script>if (a < b) x('</p>')</script><STYLE>b</STYLE></body></html>";
    expect(htmlToText(html)).toBe("Seen");
    expect(htmlToText(`${"İ".repeat(20)}<!-- c -->Seen<script>x</script> too`)).toBe(
      `${"İ".repeat(20)}Seen too`,
    );
    expect(htmlToText("Seen<!-- never closed <p>x")).toBe("Seen");
    expect(htmlToText("Seen<script>never closed")).toBe("Seen");
    expect(htmlToText('Seen<a href="never closed')).toBe("Seen");
  });

  it("is without what a tag says in quotes, whatever stands there", () => {
    const tags = [`<img alt="a > b">`, `<a title = 'it is "x" > y' href=z>`, `<p don't>`, `</p class=">">`];
    expect(htmlToText(tags.map((tag, place) => `${tag}${place}`).join(" "))).toBe("0 1\n\n2\n\n3");
    expect(htmlToText(`One <a href="x>two <b class='y'>three`)).toBe("One two three");
  });

  it("begins where a head ends, which need not be said", () => {
    const html = "<html><head><meta charset=utf-8><title>T</title><style>a{}</style><body>Seen</body></html>";
    expect(htmlToText(html)).toBe("Seen");
  });

  it("takes a megabyte in no time", () => {
    for (const piece of [
      "<!--",
      "<",
      "<script>",
      "<blockquote>",
      "&amp",
      "<p>",
      "<style></style>",
      '<a b="',
      "<a b='>",
    ]) {
      const html = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(processorTime(htmlToText, html)).toBeLessThan(2_000_000);
    }
  });
});

import { describe, expect, it, test } from "vitest";
import { ownText } from "@/lib/email-to-sms/reading/own-text";

const text = (...lines: readonly string[]) => ownText(lines.join("\r\n"));

describe("what somebody wrote in an email", () => {
  it("is all of it where nothing was added, without white space around it", () => {
    expect(text("", "Kia ora  ", "", "See you at 3", "")).toBe("Kia ora\n\nSee you at 3");
  });

  it("ends at the signature", () => {
    expect(text("Kia ora", "-- ", "Alice")).toBe("Kia ora");
    expect(text("Kia ora", "--", "Alice")).toBe("Kia ora");
    expect(text("a -- b", "--- c", "-- d")).toBe("a -- b\n--- c\n-- d");
  });

  it("ends at three empty lines, not at two", () => {
    expect(text("One", "", "", "Two", "", " ", "", "Three")).toBe("One\n\n\nTwo");
  });

  test.each([
    ["a line", ["On Mon, 5 Jan 2026 at 10:00, Bob <bob@example.com> wrote:"]],
    ["broken lines", ["On Mon, 5 Jan 2026 at 10:00, Bob", "<bob@example.com>", "wrote:"]],
    ["quoted lines alone", ["> Hello", "> there"]],
    ["Outlook", ["From: Bob <bob@example.com>", "Sent: Monday, 5 January 2026", "To: Alice", "Subject: Hi"]],
    ["Outlook's rule", ["________________________________", "From: Bob", "Sent: Monday", "To: Alice"]],
    ["Outlook in bold", ["*From:* Bob", "*Sent:* Monday", "*To:* Alice"]],
    ["old Outlook", ["-----Original Message-----", "From: Bob"]],
  ])("ends at the email that is answered: %s", (_, quoted) => {
    expect(text("See you", "", ...quoted, "", "Hello")).toBe("See you");
  });

  test.each([
    ["On Monday she wrote a letter.", "Then another."],
    ["On time:", "9am"],
    ["From: Auckland", "To: Wellington"],
    ["3 > 2"],
  ])("is not cut at what only looks like it: %s", (...lines) => {
    expect(text(...lines)).toBe(lines.join("\n"));
  });

  it("is what stands below a quotation, of who answers there", () => {
    expect(text("On Monday, Bob wrote:", "> Hello", ">", "", "> there", "", "Yes", "-- ", "A")).toBe("Yes");
    expect(text("> Coming?", "Yes", "> When?", "At 3")).toBe("Yes");
  });

  it("is nothing where everything is quoted", () => {
    expect(text("> Hello", "> there")).toBe("");
    expect(text("On Monday, Bob wrote:", "> Hello")).toBe("");
    expect(text("")).toBe("");
  });

  it("keeps what is forwarded", () => {
    const forwarded = [
      "---------- Forwarded message ---------",
      "From: Bob",
      "Date: Monday",
      "To: Alice",
      "",
      "Hi",
    ];
    expect(text(...forwarded)).toBe(forwarded.join("\n"));
  });

  it("takes a megabyte in no time", () => {
    for (const line of ["On a", "From: x", "\n", "> q\n\n", "_".repeat(12)]) {
      const startedAt = performance.now();
      ownText(`${line}\n`.repeat(200_000));
      expect(performance.now() - startedAt).toBeLessThan(2000);
    }
  });
});

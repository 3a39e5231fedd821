import { describe, expect, it } from "vitest";
import { readRecipientList } from "@/lib/sms/numbers/recipient-list";
import { splitRecipients } from "@/lib/sms/numbers/split-recipients";

const read = (text: string) => readRecipientList(splitRecipients(text));

describe("a pasted list of recipients", () => {
  it("is separated by line breaks, commas, semicolons and tabs, and not by the spaces within numbers", () => {
    expect(
      read(
        "021 123 4567, +64 21 123 4568;\u2068(021) 123-4569\u2069\t6421123 4570\r\n\r\n 0061 412 345 678 \n",
      ),
    ).toEqual({
      recipients: ["64211234567", "64211234568", "64211234569", "64211234570", "61412345678"],
      lines: [1, 1, 1, 1, 3],
      problems: [],
      missingZeros: { count: 0, first: "", restored: "" },
    });
  });

  it("says of each piece that is left out where it stands and why", () => {
    const { recipients, problems } = read(
      "Mobile\n0211234567\n6.4211E+10\n\n+64 21 123 4567, 09 300 1234\n123",
    );
    expect(recipients).toEqual(["64211234567"]);
    expect(problems).toEqual([
      { line: 1, given: "Mobile", problem: "not-a-number" },
      { line: 3, given: "6.4211E+10", problem: "rounded" },
      { line: 5, given: "+64 21 123 4567", problem: "duplicate" },
      { line: 5, given: "09 300 1234", problem: "cannot-receive" },
      { line: 6, given: "123", problem: "not-a-number" },
    ]);
  });

  it("asks about numbers without their zero, and reads them as answered", () => {
    const listed = splitRecipients("275550100, 0211234567");
    expect(readRecipientList(listed)).toMatchObject({
      recipients: ["64211234567"],
      problems: [{ line: 1, given: "275550100", problem: "missing-zero" }],
      missingZeros: { count: 1, first: "275550100", restored: "64275550100" },
    });
    expect(readRecipientList(listed, "new-zealand").recipients).toEqual(["64275550100", "64211234567"]);
  });

  it("is empty without any", () => {
    expect(read(" \n,;\n")).toMatchObject({ recipients: [], lines: [], problems: [] });
  });

  it("reads ten thousand numbers fast enough for every key that is pressed", () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `021${1_000_000 + index}`).join("\n");
    // The processor time of other processes does not count.
    const before = process.cpuUsage();
    expect(read(text).recipients).toHaveLength(10_000);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});

import { describe, expect, it, test } from "vitest";
import { filledFor, mergeOf, namedFields } from "@/app/(members)/send/_components/merge";
import { listedRecipients } from "@/app/(members)/send/_components/send-form";
import { lookAtFile } from "@/lib/parsing/files/read-file";
import { readRecipientList } from "@/lib/sms/numbers/recipient-list";

const CSV = "Name,Mobile,Seats\nAna,0211110001,2\nNobody,none,1\nBen,0211110002,\nAna again,0211110001,3\n";

async function merged(body: string, csv = CSV) {
  const table = await lookAtFile(new Blob([csv]));
  const file = { name: "people.csv", table, column: table.numbers ?? -1 };
  const list = readRecipientList(listedRecipients("", file));
  return { ...mergeOf(namedFields(body), file, list), list };
}

describe("a text that names columns", () => {
  it("has the values of the rows that are sent to, in the order of the recipients", async () => {
    const body = "Hi {{name}}, {{ NAME }}: {{seats|some}} seats";
    const { fields, list } = await merged(body);
    expect(list.recipients).toEqual(["64211110001", "64211110002"]);
    expect(fields).toEqual([
      { name: "NAME", values: "Ana\nBen" },
      { name: "seats", values: "2\n" },
    ]);
    expect(list.recipients.map((_, place) => filledFor(body, fields ?? [], place))).toEqual([
      "Hi Ana, Ana: 2 seats",
      "Hi Ben, Ben: some seats",
    ]);
  });

  it("has each value on one line", async () => {
    const { fields } = await merged("{{name}}", 'name,mobile\n"Ana\nand\tBen",0211110001\n');
    expect(fields).toEqual([{ name: "name", values: "Ana and Ben" }]);
  });

  it("has no names without placeholders, and is then no template", async () => {
    expect(await merged("Hi {name}")).toMatchObject({ list: expect.anything() });
    expect((await merged("Hi {name}")).fields).toBeUndefined();
    expect((await merged("Hi {name}")).error).toBeUndefined();
  });

  test.each([
    ["{{nmae}}", CSV, "No column is called nmae. Columns: Name, Mobile, Seats."],
    [
      "{{seats}}{{seats|some}}",
      CSV,
      "1 recipient has no seats (line 4). Fill it in, or add a fallback: {{seats|there}}.",
    ],
    [
      "{{b}}",
      "m,b\n0211110001,\n0211110002,x\n0211110003,\n",
      "2 recipients have no b (the first on line 2). Fill it in, or add a fallback: {{b|there}}.",
    ],
    ["{{b}}", `m,b\n0211110001,${"x".repeat(201)}\n`, "The b on line 2 is longer than 200 characters."],
  ])("says what is missing: %s", async (body, csv, error) => {
    expect(await merged(body, csv)).toMatchObject({ error });
    expect((await merged(body, csv)).fields).toBeUndefined();
  });

  it("asks for a file if it is missing", async () => {
    const list = readRecipientList([{ line: 1, given: "0211110001" }]);
    expect(mergeOf(namedFields("Hi {{name}}"), null, list)).toEqual({
      error: "Upload a file with a column called name to use {{name}}.",
    });
  });
});

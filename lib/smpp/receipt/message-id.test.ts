import { expect, it } from "vitest";
import { canonicalId, formatsOf, type IdFormat, proposedFormats } from "@/lib/smpp/receipt/message-id";

const FORMATS: readonly IdFormat[] = ["text", "decimal", "hex"];

/** Ids of responses and of receipts in the spellings of networks, with the formats that match them. */
const CASES: [response: string, receipt: string, proposed: string][] = [
  ["A1F3", "41459", "hex decimal"],
  ["0000a1f3", "0000041459", "hex decimal"],
  ["41459", "A1F3", "decimal hex"],
  ["1234", "4660", "hex decimal"],
  ["4660", "1234", "decimal hex"],
  ["DEADBEEF00112233", "16045690981098529331", "hex decimal"],
];

it.each(CASES)(
  "proposes for the response %s and the receipt %s the formats %s",
  (response, receipt, proposed) => {
    const [responseIds, receiptIds] = proposed.split(" ");
    for (const current of FORMATS.flatMap((one) =>
      FORMATS.map((other) => ({ responseIds: one, receiptIds: other })),
    )) {
      const recorded = canonicalId(response, current.responseIds) ?? "";
      const reported = canonicalId(receipt, current.receiptIds) ?? "";
      const given = proposedFormats(recorded, reported, current);
      // Settings that match these two ids need no change.
      if (recorded === reported) expect(given).toBeNull();
      else expect(given).toEqual({ responseIds, receiptIds });
    }
  },
);

it.each([
  ["A1F3", "A1F3"],
  ["7", "007"],
  ["MSG-1", "41459"],
  ["A1F3", "41460"],
])("proposes nothing for %s and %s", (response, receipt) => {
  const current = formatsOf({});
  const [recorded = "", reported = ""] = [canonicalId(response, "text"), canonicalId(receipt, "text")].map(
    String,
  );
  expect(proposedFormats(recorded, reported, current)).toBeNull();
});

import { expect, it, test } from "vitest";
import { loadEnv } from "@/lib/env";
import { gstNumberDigits } from "@/lib/supplier";

const GST_NUMBER = "49-091-850";

test.each([
  // Inland Revenue's own examples: by the first weights, by the second, and a number of nine digits.
  ["49-091-850", "049091850"],
  ["49091850", "049091850"],
  ["35 901 981", "035901981"],
  ["49-098-576", "049098576"],
  ["136-410-132", "136410132"],
])("%s is a GST number", (text, digits) => {
  expect(gstNumberDigits(text)).toBe(digits);
});

test.each(["136-410-133", "49-091-851", "9-125-568", "49-091 850", "000-000-000", "999-999-999", "", "GST"])(
  "'%s' is none",
  (text) => {
    expect(gstNumberDigits(text)).toBeNull();
  },
);

it("every other last digit is refused", () => {
  const right = Array.from({ length: 10 }, (_, digit) => `4909185${digit}`).filter(gstNumberDigits);
  expect(right).toEqual(["49091850"]);
});

it("reads the supplier, its address line by line", () => {
  const settings = {
    SUPPLIER_NAME: "Tūī Messaging Ltd",
    SUPPLIER_ADDRESS: "1 Queen Street\\n Auckland 1010 \n\\nNew Zealand",
    SUPPLIER_GST_NUMBER: "049091850",
  };
  expect(loadEnv(settings).supplier).toEqual({
    name: "Tūī Messaging Ltd",
    address: ["1 Queen Street", "Auckland 1010", "New Zealand"],
    gstNumber: GST_NUMBER,
  });
  expect(loadEnv({ SUPPLIER_NAME: "Tui" }).supplier).toEqual({ name: "Tui", address: [], gstNumber: null });
  expect(loadEnv({ SUPPLIER_NAME: "" }).supplier).toBeUndefined();
});

test.each([
  [
    { SUPPLIER_NAME: "Tui", SUPPLIER_GST_NUMBER: "49-091-851" },
    "Setting SUPPLIER_GST_NUMBER must be a GST number whose check digit is right.",
  ],
  [{ SUPPLIER_GST_NUMBER: GST_NUMBER }, "Setting SUPPLIER_NAME is missing"],
  [{ SUPPLIER_ADDRESS: "1 Queen Street" }, "Setting SUPPLIER_NAME is missing"],
  [
    { SUPPLIER_NAME: "Tui", SUPPLIER_ADDRESS: "a\\nb\\nc\\nd\\ne\\nf\\ng" },
    "Setting SUPPLIER_ADDRESS must have at most 6 lines.",
  ],
])("refuses %j", (settings, sentence) => {
  expect(() => loadEnv(settings)).toThrow(sentence);
});

import { describe, expect, test } from "vitest";
import { type ColumnKind, kindOfTitle } from "@/lib/parsing/files/column-titles";
import { numberColumn } from "@/lib/parsing/files/number-column";

/** Titles of columns, as programs and people write them. */
const TITLES: Record<ColumnKind, readonly string[]> = {
  mobile: [
    ...[
      "Mobile",
      "mobile",
      "MOBILE NUMBER",
      "Mobile Phone",
      "MobilePhone",
      "mobile_phone",
      "Mobile No.",
      "Mob",
      "Mob #",
    ],
    ...[
      "Cell",
      "Cell phone",
      "Cellphone",
      "Cell Number",
      "SMS",
      "SMS Phone Number",
      "MobileNumber",
      "Phone (mobile)",
    ],
    ...[
      "Work mobile",
      "Home Mobile",
      "WhatsApp number",
      "MSISDN",
      "Customer mobile",
      "Mobile Phone 2",
      "Contact - Mobile",
    ],
    ...[
      "Handy",
      "Handynummer",
      "Mobiltelefon",
      "Mobilnummer",
      "M\u00f3vil",
      "Tel\u00e9fono m\u00f3vil",
      "Celular",
    ],
    ...[
      "T\u00e9l\u00e9phone portable",
      "Portable",
      "Cellulare",
      "Telem\u00f3vel",
      "Mobiel",
      "GSM-nummer",
      "Matkapuhelin",
    ],
    ...[
      "Nama waea p\u016bkoro",
      "Telefon kom\u00f3rkowy",
      "\u041c\u043e\u0431\u0438\u043b\u044c\u043d\u044b\u0439 \u0442\u0435\u043b\u0435\u0444\u043e\u043d",
    ],
    ...[
      "\u624b\u673a\u53f7\u7801",
      "\u643a\u5e2f\u96fb\u8a71",
      "\ud734\ub300\ud3f0",
      "\u092e\u094b\u092c\u093e\u0907\u0932 \u0928\u0902\u092c\u0930",
      "\u062c\u0648\u0627\u0644",
    ],
  ],
  phone: [
    ...[
      "Phone",
      "phone",
      "Phone Number",
      "PhoneNumber",
      "phone_number",
      "Telephone",
      "Tel",
      "Tel.",
      "Tel No",
      "Ph",
      "Ph.",
    ],
    ...[
      "Phone 1 - Value",
      "billing_phone",
      "Shipping Phone",
      "Default Address Phone",
      "Addr 1 - Phone No. 1",
    ],
    ...[
      "Primary Phone",
      "Contact Number",
      "Contact No.",
      "Number",
      "Numbers",
      "No.",
      "Recipient",
      "Recipients",
      "To",
    ],
    ...[
      "Customer phone",
      "Order Phone",
      "Account Phone",
      "Telefon",
      "Telefonnummer",
      "Tel\u00e9fono",
      "Telefone",
      "Num\u00e9ro",
    ],
    ...[
      "T\u00e9l\u00e9phone",
      "Telefoonnummer",
      "Waea",
      "\u7535\u8bdd",
      "\u96fb\u8a71\u756a\u53f7",
      "\uc804\ud654",
      "\u0422\u0435\u043b\u0435\u0444\u043e\u043d",
      "\u0110i\u1ec7n tho\u1ea1i",
    ],
  ],
  "other-phone": [
    ...[
      "Home Phone",
      "Work Phone",
      "Business Phone",
      "Business Phone 2",
      "Other Phone",
      "Company Main Phone",
      "Landline phone",
    ],
    ...["Phone (home)", "Telefon privat", "T\u00e9l\u00e9phone fixe", "Parent phone", "Alternate Phone"],
  ],
  "no-number": [
    ...[
      "Record ID",
      "ID",
      "Customer ID",
      "Mobile ID",
      "Fax",
      "Home Fax",
      "Business Fax",
      "FaxNumber",
      "Addr 1 - Fax No.",
    ],
    ...[
      "Phone 1 - Type",
      "Phone 1 - Label",
      "Phone type",
      "Phone Country Code",
      "MobileCountryCode",
      "MobileAreaCode",
    ],
    ...[
      "Order number",
      "Order No.",
      "Account number",
      "IRD number",
      "GST number",
      "Invoice No",
      "Bank account",
      "Postcode",
    ],
    ...[
      "Zip",
      "Price",
      "Total spent",
      "Date of birth",
      "Created at",
      "Last Activity Date (NZDT)",
      "SMS consent",
    ],
    ...[
      "Accepts SMS Marketing",
      "Mobile opted out",
      "Phone verified",
      "Emergency contact phone",
      "Next of kin mobile",
    ],
    ...[
      "Assistant's Phone",
      "Pager",
      "Email",
      "Customer number",
      "Mobile plan",
      "Phone ext",
      "Birthday",
      "Line",
    ],
  ],
  unknown: [
    ...[
      "Name",
      "First Name",
      "City",
      "Notes",
      "Column 1",
      "",
      "Company",
      "Tags",
      "Contact",
      "Contact owner",
      "Topic",
    ],
    ...[
      "Automobile",
      "Photo",
      "Token",
      "Hotel",
      "Telling",
      "Cellar",
      "Suburb",
      "Please enter the best mobile number to text you on",
    ],
  ],
};

describe("a title", () => {
  for (const [kind, titles] of Object.entries(TITLES))
    test.each(titles)(`%j is of a column of the kind ${kind}`, (title) => {
      expect(kindOfTitle(title)).toBe(kind);
    });
});

/** Files in short: titles, then rows, and the title of the column with the numbers; empty if no column has any. */
const COLUMNS: readonly (readonly [name: string, file: readonly string[], expected: string | undefined])[] = [
  [
    "HubSpot's record ids",
    ["Record ID,First Name,Phone Number", "60123456789,Ana,021 555 0101"],
    "Phone Number",
  ],
  ["record ids without a phone", ["Record ID,First Name", "60123456789,Ana", "60123456790,Ben"], undefined],
  [
    "Outlook's home, business, fax",
    ["Home Phone,Mobile Phone,Business Fax", "021 555 0102,021 555 0101,021 555 0103"],
    "Mobile Phone",
  ],
  ["a mobile column that is empty", ["Mobile,Phone", ",021 555 0101", ",021 555 0102"], "Phone"],
  ["a home phone before a phone", ["Home Phone,Phone", "021 555 0101,021 555 0102"], "Phone"],
  ["two phones, by content", ["Phone,Phone (2)", "09 555 0101,021 555 0102"], "Phone (2)"],
  ["zeros that Excel dropped", ["Member,Mobile", "1001,275550100", "1002,215550101"], "Mobile"],
  ["zeros that Excel dropped, without words", ["a,b", "1001,275550100", "1002,215550101"], "b"],
  ["rounded numbers are shown as that", ["Ref,Mobile", "60123456789,6.42E+10"], "Mobile"],
  ["no titles, ids before numbers", [",", "60123456789,021 555 0101"], "Column 2"],
  ["no titles, one column", ["", "021 555 0101"], "Column 1"],
  ["an account that is a number", ["Account,Name", "021 555 0101,Ana"], "Account"],
  ["landlines only", ["Name,Phone", "Ana,09 555 0101"], "Phone"],
  ["no rows", ["Name,Mobile"], "Mobile"],
  ["nothing", ["Name,City", "Ana,Nelson"], undefined],
  [
    "Google's values and labels",
    ["Phone 1 - Label,Phone 1 - Value", "Mobile,+64 21 555 0101"],
    "Phone 1 - Value",
  ],
  [
    "Shopify",
    [
      "Customer ID,First Name,Default Address Phone,Phone,Accepts SMS Marketing",
      "'6012345678901,Ana,,'+64215550101,yes",
    ],
    "Phone",
  ],
  [
    "Xero",
    ["*ContactName,PhoneNumber,FaxNumber,MobileNumber", "Ana,09 555 0101,09 555 0102,021 555 0103"],
    "MobileNumber",
  ],
  [
    "MYOB",
    ["Co./Last Name,Card ID,Addr 1 - Phone No. 1,Addr 1 - Fax No.", "Ana,C001,021 555 0101,021 555 0109"],
    "Addr 1 - Phone No. 1",
  ],
  [
    "Square",
    ["Reference ID,First Name,Phone Number,Square Customer ID", "601234567,Ana,+64215550101,X1"],
    "Phone Number",
  ],
  ["WooCommerce", ["id,billing_phone,shipping_phone,orders", "60123456789,0215550101,,1"], "billing_phone"],
  ["an emergency contact", ["Phone,Emergency mobile", "021 555 0101,021 555 0102"], "Phone"],
  ["timestamps and postcodes", ["Timestamp,Postcode,Cell", "1767225600000,1010,021 555 0101"], "Cell"],
];

test.each(COLUMNS)("the numbers of %s", (_, [titles = "", ...lines], expected) => {
  const names = titles.split(",");
  const rows = lines.map((line, index) => ({ line: index + 2, cells: line.split(",") }));
  const found = numberColumn(names, rows);
  expect(found === undefined ? undefined : names[found] || `Column ${found + 1}`).toBe(expected);
});

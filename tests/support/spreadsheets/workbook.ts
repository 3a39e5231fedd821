import { zipOf } from "@/tests/support/spreadsheets/zip";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns a workbook in Excel's format. Each sheet has attributes, and rows as XML. */
export function workbookOf(
  sheets: readonly { rows: string; attributes?: string }[],
  {
    strings = [],
    formats = [],
    properties = "",
  }: { strings?: string[]; formats?: string[]; properties?: string } = {},
): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const named = sheets.map(
    ({ attributes = "" }, index) =>
      `<sheet name="S${index}" sheetId="${index + 1}" r:id="r${index}" ${attributes}/>`,
  );
  const files: Record<string, string> = {
    "_rels/.rels": `<Relationships>${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0"?><workbook>${properties}<sheets>${named.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, index) => relation(`r${index}`, "worksheet", `worksheets/sheet${index}.xml`))
      .join(
        "",
      )}${relation("s", "sharedStrings", "sharedStrings.xml")}${relation("f", "styles", "/xl/styles.xml")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
      .join(
        "",
      )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join("")}</cellXfs></styleSheet>`,
  };
  for (const [index, { rows }] of sheets.entries())
    files[`xl/worksheets/sheet${index}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  return zipOf(files);
}

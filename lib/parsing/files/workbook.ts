import { type CellFormat, formatOf } from "@/lib/parsing/files/cell-formats";
import { FileRefusal } from "@/lib/parsing/files/file-refusal";
import { type XmlHandlers, XmlReader } from "@/lib/parsing/files/read-xml";
import { ZipFile } from "@/lib/parsing/files/zip-file";

/** A sheet of a workbook, and the path of its file in the archive. */
export type Sheet = { name: string; path: string; isHidden: boolean };

/** A workbook: its sheets, and the texts and formats that their cells refer to. */
export type Workbook = {
  zip: ZipFile;
  sheets: Sheet[];
  strings: string[];
  formats: CellFormat[];
  is1904: boolean;
};

/** The limits of a workbook's parts: bytes of a description, bytes of all texts, and the number of texts. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
const MAX_STRINGS_BYTES = 128 * 1024 * 1024;
const MAX_STRINGS = 2_000_000;

/** The most characters of a cell. */
export const MAX_CELL = 32_767;

type Relation = { type: string; target: string };

/**
 * Opens a workbook in the format of Excel 2007 and later.
 * @throws FileRefusal for another archive, a damaged one, and one that is too large.
 */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const zip = await ZipFile.open(file);
  const [root] = [...(await relationsOf(zip, "")).values()].filter(({ type }) => type === "officeDocument");
  if (!root || !/\.xml$/i.test(root.target)) throw otherArchive(zip, root?.target);
  const relations = await relationsOf(zip, root.target);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readPart(zip, root.target, MAX_PART_BYTES, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key === "id" || key.endsWith(":id"))?.[1] ?? "";
      const relation = relations.get(id);
      if (relation?.type !== "worksheet") return;
      const isHidden = (attributes.state ?? "visible") !== "visible";
      sheets.push({ name: attributes.name ?? "", path: relation.target, isHidden });
    },
  });
  if (sheets.length === 0) throw otherArchive(zip, root.target);
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const strings = await stringsOf(zip, partOf("sharedStrings"));
  return { zip, sheets, strings, formats: await formatsOf(zip, partOf("styles")), is1904 };
}

export async function readPart(
  zip: ZipFile,
  path: string,
  maxBytes: number,
  handlers: XmlHandlers,
): Promise<void> {
  const xml = new XmlReader(handlers);
  for await (const bytes of zip.bytesOf(path, maxBytes)) xml.push(bytes);
  xml.end();
}

/** Returns the relations of a part by id, with the last word of each type and the path in the archive. */
async function relationsOf(zip: ZipFile, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations = new Map<string, Relation>();
  if (!zip.has(path)) return relations;
  await readPart(zip, path, MAX_PART_BYTES, {
    open: (name, { Id = "", Type = "", Target = "" }) => {
      if (name !== "Relationship") return;
      const target = Target.startsWith("/") ? Target.slice(1) : resolved(folder + Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target });
    },
  });
  return relations;
}

/** Returns a path without `.` and `..`. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Returns the texts that cells refer to. It drops the readings of Japanese names beside them. */
async function stringsOf(zip: ZipFile, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined || !zip.has(path)) return strings;
  let [text, isText, isReading] = ["", false, false];
  await readPart(zip, path, MAX_STRINGS_BYTES, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text: (piece) => {
      if (isText && text.length < MAX_CELL) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name !== "si") return;
      if (strings.length >= MAX_STRINGS)
        throw new FileRefusal("This spreadsheet is too large. Split it into smaller files.");
      strings.push(text.slice(0, MAX_CELL));
    },
  });
  return strings;
}

/** Returns the formats that cells refer to. */
async function formatsOf(zip: ZipFile, path: string | undefined): Promise<CellFormat[]> {
  const formats: CellFormat[] = [];
  if (path === undefined || !zip.has(path)) return formats;
  const codes = new Map<number, string>();
  let isOfCells = false;
  await readPart(zip, path, MAX_PART_BYTES, {
    open: (name, attributes) => {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === "numFmt") codes.set(id, attributes.formatCode ?? "");
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) formats.push(formatOf(id, codes.get(id)));
    },
    close: (name) => {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}

/** Returns the refusal of an archive that is no workbook, with the format's name. */
function otherArchive(zip: ZipFile, target = ""): FileRefusal {
  const name = target.endsWith(".bin")
    ? "in the binary format of Excel (.xlsb)"
    : zip.has("Index/Document.iwa") || zip.has("Index.zip")
      ? "in the format of Apple Numbers"
      : zip.has("META-INF/manifest.xml")
        ? "an OpenDocument file"
        : "an archive without a spreadsheet";
  return new FileRefusal(`This file is ${name}. Only CSV and Excel files (.xlsx) can be read.`);
}

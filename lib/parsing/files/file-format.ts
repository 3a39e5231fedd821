import { FileRefusal } from "@/lib/parsing/files/file-refusal";

/** The largest file, in bytes. Lists of people are smaller. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** The first bytes of other formats, and the names of these formats. */
const OTHERS: readonly (readonly [beginning: string, name: string])[] = [
  ["\u00d0\u00cf\u0011\u00e0", "in the old format of Excel (.xls)"],
  ["BEGIN:VCARD", "a vCard file"],
  ["BEGIN:VCALENDAR", "a calendar"],
  ["%PDF-", "a PDF"],
  ["{\\rtf", "a text document"],
  ["<!DOCTYPE", "a web page"],
  ["<html", "a web page"],
  ["<?xml", "an XML file"],
  ["\u0089PNG", "a picture"],
  ["\u00ff\u00d8\u00ff", "a picture"],
  ["Rar!", "an archive"],
  ["7z\u00bc\u00af", "an archive"],
  ["\u001f\u008b", "an archive"],
];

const ZIP = "PK\u0003\u0004";

/**
 * Rejects a file that is neither a text nor a zip archive, as an Excel file is.
 * @throws FileRefusal with the format's name.
 */
export async function checkFormat(file: Blob): Promise<"text" | "zip"> {
  if (file.size > MAX_FILE_BYTES)
    throw new FileRefusal("This file is larger than 200 MiB. Split it into smaller files.");
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const beginning = String.fromCharCode(...bytes)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (beginning.startsWith(ZIP)) return "zip";
  const other = OTHERS.find(([start]) => beginning.toLowerCase().startsWith(start.toLowerCase()));
  if (other) throw new FileRefusal(`This file is ${other[1]}. Only CSV and Excel files (.xlsx) can be read.`);
  return "text";
}

/** The refusal of a file, with a sentence for the person who chose it. */
export class FileRefusal extends Error {}

/** The error for a file that the browser cannot read, or that has changed since it was chosen. */
export const UNREADABLE = "This file can\u2019t be read, or it has changed. Choose it again.";
export const EMPTY_FILE = "This file is empty.";

/** The types of files that a browser offers to choose. */
export const ACCEPTED_FILES =
  ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

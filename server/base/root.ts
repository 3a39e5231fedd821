import path from "node:path";

/** The folder that holds package.json: what the server reads at run time, it finds from here. */
export const ROOT = path.resolve(import.meta.dirname, "..", "..");

import path from "node:path";

/** An import of a file: its name as written, its position in the text, and its path if it is in the project. */
export type Import = { name: string; index: number; target: string | null };

/** A narrower rule for the files of some folders. */
type Rule = {
  folders: readonly string[];
  /** The only files and folders of the project that they import beside their own. */
  only?: readonly string[];
  /** Packages that they do not import. */
  never?: RegExp;
  reason: string;
};

/**
 * The floors of the project, from the lowest. A file imports from its own floor and the floors below it.
 * "lib" means the files directly in it.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["lib/contracts", "lib/sms"],
  ["lib", "lib/parsing"],
  ["lib/db", "lib/crypto"],
  ["lib/smpp"],
  ["lib/carriers"],
  ["lib/queue", "lib/ledger", "lib/email", "lib/activity", "lib/requests"],
  ["lib/auth"],
  ["lib/accounts"],
  ["lib/numbers", "lib/optouts", "lib/contacts"],
  ["lib/billing", "lib/domains", "lib/webhooks"],
  ["lib/messages"],
  ["lib/replies"],
  ["lib/inbound"],
  ["lib/integrations", "lib/email-to-sms", "lib/mail-addin"],
  ["lib/cells"],
  ["lib/jobs"],
  ["lib/http", "lib/openapi", "lib/backup"],
  ["inngest"],
  ["components"],
  ["app"],
  ["server"],
  ["bench", "e2e", "scripts", "tests"],
];

const RULES: readonly Rule[] = [
  {
    folders: ["lib/contracts", "lib/sms"],
    only: [],
    never: /^(node:|(next|react|pg|pino|@prisma|@node-rs|inngest)(\/|$))/,
    reason: "contracts and text functions are pure: no system, no framework, no database",
  },
  { folders: ["lib/smpp"], only: ["lib/sms"], reason: "lib/smpp knows no database and no settings" },
  {
    folders: ["components"],
    only: ["lib/contracts", "lib/sms", "lib/money"],
    reason: "components know contracts and pure functions alone",
  },
  {
    folders: ["scripts/mcp"],
    only: ["lib/contracts", "lib/sms", "lib/money", "lib/setting-rules"],
    reason: "the MCP server knows the gateway by its HTTP API alone",
  },
  {
    folders: ["gateway", "send.php", "crm-a", "crm-b", "crm-c", "automation", "storefront", "mail-addin"].map(
      (folder) => `app/${folder}`,
    ),
    never: /^next(\/|$)/,
    reason: "a public endpoint is a Web-standard handler that any Node server may mount",
  },
];

/** The only files and folders that import a folder of `lib`, and the reason. */
const IMPORTED_BY: Readonly<Record<string, { by: readonly string[]; reason: string }>> = {
  "lib/cells": {
    by: ["lib/cells", "lib/jobs", "scripts/cells.ts", "bench", "tests"],
    reason:
      "an operation takes the handle that its caller chose: commands and jobs alone add cells and move accounts",
  },
};

const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g;
const TEST = /\.(test|spec|peer)\.tsx?$/;

/** Returns the imports of a source file, types included. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ 1: name = "", index }) => {
    const isRelative = name.startsWith(".");
    const target = isRelative ? path.posix.join(path.posix.dirname(file), name) : name.slice(2);
    return { name, index, target: isRelative || name.startsWith("@/") ? target : null };
  });
}

/**
 * Returns the imports of a file that the floors or the rules forbid, as "file:line imports name: reason".
 * A test may import files that are built on the file beside it. Only tests of components follow the rules.
 */
export function forbiddenImports(file: string, text: string): string[] {
  if (TEST.test(file) && !isIn(file, "components")) return [];
  return importsOf(file, text).flatMap(({ name, index, target }) => {
    const reason = target === null ? packageFault(file, name) : pathFault(file, target);
    return reason ? [`${file}:${text.slice(0, index).split("\n").length} imports ${name}: ${reason}`] : [];
  });
}

const rulesOf = (file: string) => RULES.filter(({ folders }) => folders.some((folder) => isIn(file, folder)));

function packageFault(file: string, name: string): string | undefined {
  return rulesOf(file).find(({ never }) => never?.test(name))?.reason;
}

function pathFault(file: string, target: string): string | undefined {
  const broken = rulesOf(file).find(
    ({ folders, only }) => only && ![...folders, ...only].some((folder) => isIn(target, folder)),
  );
  if (broken) return broken.reason;
  const [own, other] = [folderOf(file), folderOf(target)];
  const allowed = IMPORTED_BY[other];
  if (allowed && !allowed.by.some((importer) => isIn(file, importer))) return allowed.reason;
  if (floorOf(own) < 0) return `${own} is on no floor`;
  if (floorOf(other) > floorOf(own)) return `${other} is above ${own}`;
}

/** Returns a file's folder on the floors: a folder of `lib`, or one of the project. */
function folderOf(file: string): string {
  const [top = "", second, third] = file.split("/");
  return top === "lib" && third !== undefined ? `lib/${second}` : top;
}

const floorOf = (folder: string) => FLOORS.findIndex((folders) => folders.includes(folder));

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

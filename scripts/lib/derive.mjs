import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./child.mjs";
import { read } from "./inputs.mjs";

/** The areas of the application that have pages and endpoints of their own. */
const AREAS = /** @type {const} */ (["admin", "members"]);

/** The head of a declaration, in the form that Biome gives it. */
const HEAD =
  /^export const (\w+) = memberOperation\(\{\n {2}(method: "(?:GET|POST)"),\n {2}(path: "[^"]+"),\n(?: {2}roles: (\w+),\n)?/gm;

const WRITTEN = "Each command of npm writes this file.";

/** Writes the derived modules that are missing or out of date. */
export function writeDerived() {
  for (const [file, text] of Object.entries(derivedModules())) {
    const target = path.join(root, file);
    if (read(target) === text) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/**
 * Returns the text of each module that follows from others, by its path from the root. Git ignores these modules.
 * @returns {Record<string, string>}
 */
export function derivedModules() {
  const contracts = AREAS.flatMap((area) =>
    filesBelow(`lib/contracts/${area}`).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")),
  );
  const declaring = contracts
    .map((file) => /** @type {const} */ ([file, readFileSync(path.join(root, file), "utf8")]))
    .filter(([, text]) => text.includes(" = memberOperation("));
  return {
    ...Object.fromEntries(AREAS.map((area) => [`app/api/${area}/generated/endpoints.ts`, endpointsOf(area)])),
    ...Object.fromEntries(
      declaring.map(([file, text]) => [
        file.replace("lib/contracts/", "lib/contracts/generated/"),
        routesOf(file, text),
      ]),
    ),
    "components/members/generated/contracts.ts": contractsOf(declaring.map(([file]) => file)),
  };
}

/**
 * Lists the endpoints of an area: `API_KEYS_ENDPOINTS` of its file `api-keys/endpoints.ts`, for example.
 * @param {string} area
 */
function endpointsOf(area) {
  const parts = filesBelow(`app/api/${area}`).flatMap((file) => {
    const [, part] = /^app\/api\/\w+\/([^/]+)\/endpoints\.ts$/.exec(file) ?? [];
    return part === undefined || part === "generated" ? [] : [part];
  });
  const nameOf = (/** @type {string} */ part) => `${part.replaceAll("-", "_").toUpperCase()}_ENDPOINTS`;
  return [
    ...parts.map((part) => `import { ${nameOf(part)} } from "@/app/api/${area}/${part}/endpoints";`),
    `\n/** The endpoints of each folder beside this one. ${WRITTEN} */`,
    `export const ENDPOINTS = [${parts.map(nameOf).join(", ")}];\n`,
  ].join("\n");
}

/**
 * Returns the methods, paths and roles of a contract's operations, without the schemas: a browser loads these alone.
 * @param {string} file
 * @param {string} text
 * @throws Error if a declaration does not begin with them.
 */
export function routesOf(file, text) {
  const heads = [...text.matchAll(HEAD)];
  if (heads.length !== text.split(" = memberOperation(").length - 1)
    throw new Error(`In ${file}, begin each memberOperation({ with the lines method, path and roles.`);
  const roles = [...new Set(heads.flatMap(([, , , , role]) => role ?? []))].sort();
  return [
    ...(roles.length === 0 ? [] : [`import { ${roles.join(", ")} } from "@/lib/contracts/base/roles";\n`]),
    `// The operations of ${file} without their schemas. ${WRITTEN}\n`,
    ...heads.map(
      ([, name, method, place, role]) =>
        `export const ${name} = { ${method}, ${place}${role === undefined ? "" : `, roles: ${role}`} } as const;`,
    ),
    "",
  ].join("\n");
}

/**
 * Names the modules that declare operations.
 * @param {string[]} files
 */
function contractsOf(files) {
  const modules = files.map((file) => `  | typeof import("@/${file.replace(/\.ts$/, "")}")`);
  return `/** The modules that declare operations. ${WRITTEN} */\nexport type Contracts =\n${modules.join("\n")};\n`;
}

/**
 * Returns the files below a folder, in alphabetical order, from the root.
 * @param {string} folder
 */
function filesBelow(folder) {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return files.map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`).sort();
}

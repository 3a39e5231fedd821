import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./child.mjs";
import { read } from "./inputs.mjs";

/** The modules that list other modules, by their paths from the root. Git ignores them. */
export const LISTS = {
  "app/api/admin/generated/endpoints.ts": () => endpointsOf("admin"),
  "app/api/members/generated/endpoints.ts": () => endpointsOf("members"),
  "components/members/generated/contracts.ts": contracts,
};

/** Writes the lists that are missing or out of date. */
export function writeLists() {
  for (const [file, text] of Object.entries(LISTS)) {
    const [target, wanted] = [path.join(root, file), text()];
    if (read(target) === wanted) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, wanted);
  }
}

/**
 * Lists the endpoints of an area: `API_KEYS_ENDPOINTS` of its file `api-keys/endpoints.ts`, for example.
 * @param {"admin" | "members"} area
 */
function endpointsOf(area) {
  const files = filesBelow(`app/api/${area}`).filter((file) => /^[^/]+\/endpoints\.ts$/.test(file));
  const parts = files.map((file) => path.posix.dirname(file)).filter((part) => part !== "generated");
  const constants = parts.map((part) => `${part.replaceAll("-", "_").toUpperCase()}_ENDPOINTS`);
  return [
    ...parts.map(
      (part, index) => `import { ${constants[index]} } from "@/app/api/${area}/${part}/endpoints";`,
    ),
    "\n/** The endpoints of each folder beside this one. Each command of npm writes this file. */",
    `export const ENDPOINTS = [${constants.join(", ")}];\n`,
  ].join("\n");
}

/** Names the modules that declare operations of members and of administrators. */
function contracts() {
  const modules = ["admin", "members"].flatMap((area) =>
    filesBelow(`lib/contracts/${area}`)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `  | typeof import("@/lib/contracts/${area}/${file.replace(/\.ts$/, "")}")`),
  );
  return `/** The modules that declare operations. Each command of npm writes this file. */\nexport type Contracts =\n${modules.join("\n")};\n`;
}

/** @param {string} folder */
function filesBelow(folder) {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return files.map((file) => file.replaceAll(path.sep, "/")).sort();
}

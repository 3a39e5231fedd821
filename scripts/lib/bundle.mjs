import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mountedFolders } from "../../server/http/mounted-folders.mjs";
import { parameterFolders } from "../../server/http/parameter-folders.mjs";
import { root } from "./child.mjs";
import { hashOf, read } from "./inputs.mjs";

/** The folder of the compiled modules: each entry has the path of its source. */
export const OUTPUT = path.join(root, "dist");
const STAMP = path.join(OUTPUT, ".inputs");
/** The files that the bundle is made of. A new top-level source folder belongs in this list. */
const INPUTS = ["app", "inngest", "lib", "scripts", "server", "package.json", "package-lock.json"];
/**
 * Packages of many small files without state and native code. If they are read from one file, a process loads in half
 * the time. Other packages stay outside.
 */
const INLINED = ["ipaddr.js", "libphonenumber-js", "otpauth", "temporal-polyfill", "tldts", "uuid", "zod"];

/** A banner with the function `require`, by which inlined packages that are not modules load Node's own. */
const BANNER = `import { createRequire as requirer } from "node:module"; const require = requirer(import.meta.url);`;

/**
 * Leaves out zod's messages in all languages but English: half of that package, which is never used.
 * @type {import("esbuild").Plugin}
 */
const ENGLISH_ALONE = {
  name: "english-alone",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from "./en.js";`,
    }));
  },
};

/** Entries that only work on the sources are not compiled. */
const NOT_COMPILED = ["scripts/test.ts"];

/** The module that writes the clients of the documentation when it is loaded. */
const BUILD_CLIENTS = "lib/openapi/clients/build-clients.ts";

/**
 * Returns the compiled file of a command.
 * @param {string} name
 */
export const commandFile = (name) => path.join(OUTPUT, "scripts", `${name}.js`);

/** Returns the modules that are started or loaded by their path: commands, processes and mounted routes. */
function entries() {
  const commands = readdirSync(path.join(root, "scripts"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => `scripts/${file}`)
    .filter((file) => !NOT_COMPILED.includes(file));
  const app = path.join(root, "app");
  const folders = [...mountedFolders(app), ...parameterFolders(app)];
  const routes = folders.map((folder) => `app/${folder}/route.ts`);
  return [...commands, "server/workers/process.ts", "server/pages/process.ts", BUILD_CLIENTS, ...routes];
}

/** Returns the packages that are not inlined, with their files. */
function outside() {
  const { dependencies, devDependencies } = JSON.parse(read(path.join(root, "package.json")) ?? "{}");
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !INLINED.includes(name))
    .flatMap((name) => [name, `${name}/*`]);
}

/**
 * Compiles the server, its processes and the commands to plain JavaScript, and writes the clients of the API, unless
 * that was done for the same files. Most packages stay outside. A module that several entries need is in one file,
 * and is loaded once.
 */
export async function bundle() {
  const inputs = hashOf(INPUTS);
  if (read(STAMP) === inputs) return;
  const { build } = await import("esbuild");
  rmSync(OUTPUT, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries(),
    outbase: root,
    outdir: OUTPUT,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[hash]",
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: outside(),
    banner: { js: BANNER },
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "warning",
    alias: { "@": root },
    plugins: [ENGLISH_ALONE],
  });
  await import(pathToFileURL(path.join(OUTPUT, BUILD_CLIENTS.replace(/\.ts$/, ".js"))).href);
  writeFileSync(STAMP, inputs);
}

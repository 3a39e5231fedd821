import path from "node:path";
import { build } from "esbuild";
import { ROOT } from "@/server/base/root";

const files = new Map<string, Promise<string>>();

/**
 * Compiles a process of the tests to one file, once for each process that starts it. Node loads the file in a
 * fraction of the time of its sources.
 * @param source its path from the root.
 * @returns the file to start.
 */
export function compiled(source: string): Promise<string> {
  const known = files.get(source);
  if (known) return known;
  const name = `${path.basename(source, ".ts")}-${process.pid}.mjs`;
  const outfile = path.join(ROOT, "node_modules", ".cache", "test-processes", name);
  const made = build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    alias: { "@": ROOT },
    logLevel: "warning",
  }).then(() => outfile);
  files.set(source, made);
  return made;
}

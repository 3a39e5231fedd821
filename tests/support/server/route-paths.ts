import { readdirSync } from "node:fs";
import path from "node:path";
import { operationOf } from "@/lib/http/handler";
import { ROOT } from "@/server/base/root";
import { mountedFolders } from "@/server/http/mounted-folders.mjs";
import { parameterFolders } from "@/server/http/parameter-folders.mjs";
import type { Handler } from "@/tests/support/server/gateway";
import { ALL_HANDLERS } from "@/tests/support/server/handlers-of";

const APP = path.join(ROOT, "app");

let paths: Promise<Map<Handler, string>> | undefined;

/**
 * Returns the path of a handler: from its description, or from the place of its file under `app`.
 * @throws Error if no route file exports the handler, and for a handler of many paths.
 */
export async function pathOf(handler: Handler): Promise<string> {
  const described = operationOf(handler)?.path;
  if (described !== undefined) return described;
  const found = await folderOf(handler);
  if (found === undefined)
    throw new Error("No route file exports this handler: a server has no path for it.");
  if (found.includes("[")) throw new Error(`${found} has many paths: say which one is called.`);
  return found;
}

/**
 * Returns true if our own server responds for a handler. It forwards the other routes to the process of the
 * pages.
 */
export async function isMounted(handler: Handler): Promise<boolean> {
  // Reading all route files takes seconds. A described handler does not need them.
  const place = operationOf(handler)?.path ?? (await folderOf(handler)) ?? "";
  return [...mountedFolders(APP), ...parameterFolders(APP)].some((folder) => place === `/${folder}`);
}

async function folderOf(handler: Handler): Promise<string | undefined> {
  paths ??= readPaths();
  return (await paths).get(handler);
}

async function readPaths(): Promise<Map<Handler, string>> {
  const folders = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith("/route.ts") && !/^api\/(members|admin)\//.test(file))
    .map((file) => path.posix.dirname(file));
  const read = new Map<Handler, string>();
  for (const [at, handlers] of ALL_HANDLERS)
    for (const handler of Object.values(handlers)) read.set(handler, at);
  await Promise.all(
    folders.map(async (folder) => {
      const handlers = (await import(path.join(APP, folder, "route.ts"))) as Record<string, Handler>;
      for (const handler of Object.values(handlers)) read.set(handler, `/${folder}`);
    }),
  );
  return read;
}

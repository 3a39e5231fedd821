import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Where networks post to: often, and by a path with their name in it. */
const ROOM = "gateway/carriers";

/**
 * The folders of the routes with parameters in their paths that the server calls itself, beside `mountedFolders`. The build
 * reads them too, so this is plain JavaScript.
 * @param {string} app the folder `app`.
 * @returns {string[]} relative to it, with slashes, such as `gateway/carriers/[name]/report`.
 */
export function parameterFolders(app) {
  return readdirSync(path.join(app, ROOM), { recursive: true, encoding: "utf8" })
    .map((folder) => path.posix.join(ROOM, folder.split(path.sep).join("/")))
    .filter((folder) => existsSync(path.join(app, folder, "route.ts")));
}

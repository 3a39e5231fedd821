import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The folder of the paths that networks post to, often, and with their name in the path. */
const ROOM = "gateway/carriers";

/**
 * Returns the folders of the routes with parameters in their paths that the server calls itself, beside
 * `mountedFolders`. The build reads them too, so this is plain JavaScript.
 * @param {string} app the folder `app`.
 * @returns {string[]} relative to it, with slashes, such as `gateway/carriers/[name]/report`.
 */
export function parameterFolders(app) {
  return readdirSync(path.join(app, ROOM), { recursive: true, encoding: "utf8" })
    .map((folder) => path.posix.join(ROOM, folder.split(path.sep).join("/")))
    .filter((folder) => existsSync(path.join(app, folder, "route.ts")));
}

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * Folders under `app` with routes that programs call, and that need no page. Emails are not among them: their parsers
 * are large.
 */
const ROOMS = [
  "gateway",
  "send.php",
  "crm-a",
  "crm-b",
  "crm-c",
  "automation",
  "storefront",
  "mail-addin/send.php",
  "mail-addin/manifest.xml",
  "docs/clients",
  "openapi.json",
  "healthz",
  "readyz",
  "metrics",
];

/**
 * Returns the folders of the routes that the server calls itself, without those that have parameters in their paths:
 * `parameterFolders` has some of these, and Next serves the rest. The build reads them too, so this is plain
 * JavaScript.
 * @param {string} app the folder `app`.
 * @returns {string[]} relative to it, with slashes.
 */
export function mountedFolders(app) {
  return ROOMS.flatMap((room) =>
    readdirSync(path.join(app, room), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(room, path.posix.dirname(file.split(path.sep).join("/"))))
      .concat(room)
      .filter((folder, place, all) => all.indexOf(folder) === place)
      .filter((folder) => !/[[(]/.test(folder) && existsSync(path.join(app, folder, "route.ts"))),
  );
}

import { readFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

/**
 * Returns the `AUTH_SECRET` of this installation's servers, and a description of its place: the setting, or a file of
 * the data folder.
 * @throws CommandError if there is none.
 */
export function keptSecret(): { secret: string; place: string } {
  const { authSecret, dataDir, databaseUrl } = readSettings();
  if (authSecret !== undefined) return { secret: authSecret, place: "the value of AUTH_SECRET" };
  const file = path.join(dataDir, "auth-secret");
  try {
    if (databaseUrl === undefined) return { secret: readFileSync(file, "utf8").trim(), place: file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  throw new CommandError(
    databaseUrl === undefined
      ? `AUTH_SECRET is not set, and there is no ${file}: one of them must have the server's secret.`
      : "AUTH_SECRET is not set: it must be the server's own.",
  );
}

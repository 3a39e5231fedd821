import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ClientLanguage, clientText, LANGUAGES } from "@/lib/openapi/clients/published-clients";

/** Returns the file in which the build leaves a client, so that no process generates it at the first request. */
function fileOf(language: ClientLanguage, simulated: boolean): string {
  return path.join(process.cwd(), "dist", "clients", `${language}-${simulated ? "simulated" : "live"}.txt`);
}

/** Writes all clients, as a step of the build. */
export function buildClients(): void {
  for (const language of LANGUAGES)
    for (const simulated of [true, false]) {
      const file = fileOf(language, simulated);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, clientText(language, simulated));
    }
}

/** Reads the text of a client that the build has left, or generates it if nothing was built. */
export function builtClient(language: ClientLanguage, simulated: boolean): string {
  return textIn(fileOf(language, simulated)) ?? clientText(language, simulated);
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(/* turbopackIgnore: true */ file, "utf8");
  } catch {
    return undefined;
  }
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ClientLanguage, clientText, LANGUAGES } from "@/lib/openapi/clients/published-clients";

/** Where the build leaves a client, so that no process makes it when it is first asked for. */
function fileOf(language: ClientLanguage, simulated: boolean): string {
  return path.join(process.cwd(), "dist", "clients", `${language}-${simulated ? "simulated" : "live"}.txt`);
}

/** Writes all clients: a step of the build. */
export function buildClients(): void {
  for (const language of LANGUAGES)
    for (const simulated of [true, false]) {
      const file = fileOf(language, simulated);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, clientText(language, simulated));
    }
}

/** Reads the text of a client as the build has left it, or makes it if nothing was built. */
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

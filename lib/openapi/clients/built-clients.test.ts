import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { builtClient } from "@/lib/openapi/clients/built-clients";
import { clientText, LANGUAGES } from "@/lib/openapi/clients/published-clients";
import { ROOT } from "@/server/base/root";

it("the build leaves the clients as they are made of the document", () => {
  for (const language of LANGUAGES)
    for (const simulated of [true, false]) {
      const file = path.join(ROOT, "dist", "clients", `${language}-${simulated ? "simulated" : "live"}.txt`);
      expect(existsSync(file), file).toBe(true);
      expect(builtClient(language, simulated)).toBe(clientText(language, simulated));
    }
});

import { doubleQuoted } from "@/lib/contracts/samples/literal";
import { readModel } from "@/lib/openapi/clients/model/client-model";
import { BASE_URL_MARK } from "@/lib/openapi/clients/model/client-parts";
import { pythonClient } from "@/lib/openapi/clients/python/python-client";
import { typescriptClient } from "@/lib/openapi/clients/typescript/typescript-client";
import { buildDocument } from "@/lib/openapi/document";

/** The clients to download: the file of each, and what it is made by. */
const CLIENTS = {
  typescript: { file: "gateway.ts", type: "text/plain", write: typescriptClient },
  python: { file: "gateway.py", type: "text/x-python", write: pythonClient },
} as const;

export type ClientLanguage = keyof typeof CLIENTS;

/** Made once: they depend on nothing but a setting, and take tens of milliseconds. */
let made: { simulated: boolean; texts: Readonly<Record<ClientLanguage, string>> } | undefined;

/**
 * The client of a language (rules: published clients), made of the document that is published.
 * @param baseUrl the address that it calls where its user names no other.
 * @param simulated whether the simulated network is there to be asked.
 * @returns its text, the name of its file and its media type.
 */
export function publishedClient(
  language: ClientLanguage,
  baseUrl: string,
  { simulated }: { simulated: boolean },
): { text: string; file: string; type: string } {
  if (made?.simulated !== simulated) made = { simulated, texts: write(simulated) };
  const { file, type } = CLIENTS[language];
  // Whoever asks says what the address is: it must stay a text.
  const text = made.texts[language].replace(BASE_URL_MARK, () => doubleQuoted(baseUrl));
  return { text, file, type };
}

function write(simulated: boolean): Record<ClientLanguage, string> {
  const model = readModel(buildDocument([], { simulated }));
  return { typescript: CLIENTS.typescript.write(model), python: CLIENTS.python.write(model) };
}

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
export const LANGUAGES = Object.keys(CLIENTS) as ClientLanguage[];

/**
 * The client of a language (rules: published clients), made of the document that is published. It has a mark where the
 * address stands that it calls.
 * @param simulated whether the simulated network is there to be asked.
 */
export function clientText(language: ClientLanguage, simulated: boolean): string {
  return CLIENTS[language].write(readModel(buildDocument([], { simulated })));
}

/**
 * The file of a client.
 * @param baseUrl the address that it calls where its user names no other.
 * @param textOf where its text is taken from: unless told otherwise it is made now.
 * @returns its text, the name of its file and its media type.
 */
export function publishedClient(
  language: ClientLanguage,
  baseUrl: string,
  { simulated, textOf = clientText }: { simulated: boolean; textOf?: typeof clientText },
): { text: string; file: string; type: string } {
  const { file, type } = CLIENTS[language];
  // Whoever asks says what the address is: it must stay a text.
  const text = textOf(language, simulated).replace(BASE_URL_MARK, () => doubleQuoted(baseUrl));
  return { text, file, type };
}

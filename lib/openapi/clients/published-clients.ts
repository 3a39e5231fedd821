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
 * address stands that it calls. A writer for each language makes types and methods. The `parts` of a language are files in
 * that language, the same for every document.
 * @param simulated whether the simulated network is there to be asked.
 */
export function clientText(language: ClientLanguage, simulated: boolean): string {
  return CLIENTS[language].write(readModel(buildDocument([], { simulated })));
}

/** The name of a client's file, and its media type. */
export function clientFile(language: ClientLanguage): { file: string; type: string } {
  const { file, type } = CLIENTS[language];
  return { file, type };
}

/** Splits a client's text at the place of the address that it calls where its user names no other. */
export function aroundAddress(text: string): { before: string; after: string } {
  const at = text.indexOf(BASE_URL_MARK);
  return { before: text.slice(0, at), after: text.slice(at + BASE_URL_MARK.length) };
}

/** Returns an address as a client's text has it. The caller says what the address is: it must stay a text. */
export function addressInClient(baseUrl: string): string {
  return doubleQuoted(baseUrl);
}

/**
 * The file of a client, made now.
 * @param baseUrl the address that it calls where its user names no other.
 * @returns its text, and the name of its file.
 */
export function publishedClient(
  language: ClientLanguage,
  baseUrl: string,
  { simulated }: { simulated: boolean },
): { text: string; file: string } {
  const { before, after } = aroundAddress(clientText(language, simulated));
  return { text: before + addressInClient(baseUrl) + after, file: clientFile(language).file };
}

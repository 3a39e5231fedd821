import { doubleQuoted } from "@/lib/contracts/samples/literal";
import { readModel } from "@/lib/openapi/clients/model/client-model";
import { BASE_URL_MARK } from "@/lib/openapi/clients/model/client-parts";
import { pythonClient } from "@/lib/openapi/clients/python/python-client";
import { typescriptClient } from "@/lib/openapi/clients/typescript/typescript-client";
import { buildDocument } from "@/lib/openapi/document";

/** The clients to download: the file of each, and the function that writes it. */
const CLIENTS = {
  typescript: { file: "gateway.ts", type: "text/plain", write: typescriptClient },
  python: { file: "gateway.py", type: "text/x-python", write: pythonClient },
} as const;

export type ClientLanguage = keyof typeof CLIENTS;
export const LANGUAGES = Object.keys(CLIENTS) as ClientLanguage[];

/**
 * Returns the client of a language (rules: published clients), generated from the published document. It has a mark
 * in place of the address that it calls. A writer for each language generates types and methods. The `parts` of a
 * language are files in that language, the same for every document.
 * @param simulated true if the simulated network can be called.
 */
export function clientText(language: ClientLanguage, simulated: boolean): string {
  return CLIENTS[language].write(readModel(buildDocument([], { simulated })));
}

/** Returns the name of a client's file, and its media type. */
export function clientFile(language: ClientLanguage): { file: string; type: string } {
  const { file, type } = CLIENTS[language];
  return { file, type };
}

/** Splits a client's text at the place of its default address. */
export function aroundAddress(text: string): { before: string; after: string } {
  const at = text.indexOf(BASE_URL_MARK);
  return { before: text.slice(0, at), after: text.slice(at + BASE_URL_MARK.length) };
}

/**
 * Returns an address as a quoted text of a client. The address comes from the caller, so quoting must keep it a text.
 */
export function addressInClient(baseUrl: string): string {
  return doubleQuoted(baseUrl);
}

/**
 * Generates the file of a client.
 * @param baseUrl the address that it calls by default.
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

import type { RequestOutcome } from "@/lib/contracts/members/request-outcomes";
import type { RequestRecord } from "@/lib/contracts/members/requests";

/** The title of each outcome of a request. */
export const OUTCOMES: Readonly<Record<RequestOutcome, string>> = {
  succeeded: "Succeeded",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

const MADE_WITH: Readonly<Record<RequestRecord["credential"]["kind"], string>> = {
  token: "Access token",
  client: "Client ID and secret",
  secret: "Client secret",
  password: "Password",
  integration: "Integration",
};

/** Formats the credentials of a request in a few words: the key's name if it has one. */
export function keyOf({ kind, hasKey, name }: RequestRecord["credential"]): string {
  return name ?? (hasKey ? "Deleted key" : MADE_WITH[kind]);
}

/** Formats the credentials of a request, and the way they were sent. */
export function madeWith(credential: RequestRecord["credential"]): string {
  const { kind, hasKey, clientId } = credential;
  if (!hasKey) return MADE_WITH[kind];
  return `${MADE_WITH[kind]} of ${keyOf(credential)}${clientId === null ? "" : ` (${clientId.slice(0, 10)}…)`}`;
}

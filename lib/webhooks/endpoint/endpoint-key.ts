/** The two endpoints of the API: for messages in, and for delivery reports. */
export type WebhookKind = "inbound" | "report";

/** The kind of an account's endpoint. `further` is an endpoint beside the two (rules: further endpoints). */
export type EndpointKind = WebhookKind | "further";

/** The key of an endpoint. `number` distinguishes the further ones, and is 0 for the other kinds. */
export type EndpointKey = { accountId: number; kind: EndpointKind; number: number };

/** Returns the key of one of the two endpoints of the API. */
export function endpointOf(accountId: number, kind: WebhookKind): EndpointKey {
  return { accountId, kind, number: 0 };
}

/** Returns an endpoint's key as a text. `turnsStatement` builds the same text. */
export function keyText({ accountId, kind, number }: EndpointKey): string {
  return `${accountId} ${kind} ${number}`;
}

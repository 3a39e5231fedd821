/** The two endpoints of the API: for messages in, and for delivery reports. */
export type WebhookKind = "inbound" | "report";

/** Which endpoint of an account; `further`: one of those beside the two (rules: further endpoints). */
export type EndpointKind = WebhookKind | "further";

/** An endpoint. `number` tells the further ones apart; it is 0 for the other kinds. */
export type EndpointKey = { accountId: number; kind: EndpointKind; number: number };

/** The key of one of the two endpoints of the API. */
export function endpointOf(accountId: number, kind: WebhookKind): EndpointKey {
  return { accountId, kind, number: 0 };
}

/** An endpoint's key as a text, as `claimStatement` writes it too. */
export function keyText({ accountId, kind, number }: EndpointKey): string {
  return `${accountId} ${kind} ${number}`;
}

import type { CarrierReport, UnreadableNews } from "@/lib/carriers/carrier";
import type { CarrierInbound } from "@/lib/carriers/inbound";

/** The subject of a network's webhook, according to its path. */
export type WebhookKind = "report" | "inbound";

/** A request that claims to come from a network. `target` begins with the path. `body` is unchanged. */
export type CarrierWebhook = {
  method: string;
  target: string;
  header(name: string): string | null;
  body: Uint8Array;
  receivedAt: Date;
};

/** The news in a webhook. All lists are empty if there is none. */
export type WebhookNews = {
  reports: readonly CarrierReport[];
  inbound: readonly CarrierInbound[];
  unreadable?: readonly UnreadableNews[];
};

import type { CarrierReport, UnreadableNews } from "@/lib/carriers/carrier";
import type { CarrierInbound } from "@/lib/carriers/inbound";

/** What a network's webhook is about, which its path says. */
export type WebhookKind = "report" | "inbound";

/** A request that claims to come from a network: its target begins with the path, and its body is as it was sent. */
export type CarrierWebhook = {
  method: string;
  target: string;
  header(name: string): string | null;
  body: Uint8Array;
  receivedAt: Date;
};

/** What a webhook tells of; all are empty where it says nothing new. */
export type WebhookNews = {
  reports: readonly CarrierReport[];
  inbound: readonly CarrierInbound[];
  unreadable?: readonly UnreadableNews[];
};

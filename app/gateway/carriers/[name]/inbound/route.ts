import { carrierWebhook } from "@/lib/http/carrier-webhook";

/** Receives inbound messages from networks that use HTTP (rules: http webhooks). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = carrierWebhook("inbound");

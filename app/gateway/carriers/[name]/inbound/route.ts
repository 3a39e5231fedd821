import { carrierWebhook } from "@/lib/http/carrier-webhook";

/** Messages from mobile users, of networks that are reached by HTTP (rules: http webhooks). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = carrierWebhook("inbound");

import { carrierWebhook } from "@/lib/http/carrier-webhook";

/** Delivery reports of networks that are reached by HTTP (rules: http webhooks). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = carrierWebhook("report");

import { carrierWebhook } from "@/lib/http/carrier-webhook";

/** Receives delivery reports from networks that use HTTP (rules: http webhooks). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = carrierWebhook("report");

import { DEVELOPERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on webhooks, without their schemas. A browser loads only these,
// and a page only the areas that it uses.

export const readWebhooks = { method: "GET", path: "/api/members/webhooks", roles: DEVELOPERS } as const;
export const setWebhook = { method: "POST", path: "/api/members/webhooks", roles: DEVELOPERS } as const;
export const removeWebhookOperation = {
  method: "POST",
  path: "/api/members/webhooks/remove",
  roles: DEVELOPERS,
} as const;
export const resumeWebhookOperation = {
  method: "POST",
  path: "/api/members/webhooks/resume",
  roles: DEVELOPERS,
} as const;
export const testWebhook = { method: "POST", path: "/api/members/webhooks/test", roles: DEVELOPERS } as const;
export const rollWebhookSecret = {
  method: "POST",
  path: "/api/members/webhooks/secret",
  roles: DEVELOPERS,
} as const;
export const listDeliveries = {
  method: "GET",
  path: "/api/members/webhooks/deliveries",
  roles: DEVELOPERS,
} as const;
export const readDelivery = {
  method: "GET",
  path: "/api/members/webhooks/delivery",
  roles: DEVELOPERS,
} as const;
export const resendDeliveryOperation = {
  method: "POST",
  path: "/api/members/webhooks/delivery/resend",
  roles: DEVELOPERS,
} as const;
export const countReplay = {
  method: "GET",
  path: "/api/members/webhooks/replay",
  roles: DEVELOPERS,
} as const;
export const replayWebhooks = {
  method: "POST",
  path: "/api/members/webhooks/replay",
  roles: DEVELOPERS,
} as const;
export const listFurtherEndpoints = {
  method: "GET",
  path: "/api/members/webhooks/endpoints",
  roles: DEVELOPERS,
} as const;
export const addFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints",
  roles: DEVELOPERS,
} as const;
export const changeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/change",
  roles: DEVELOPERS,
} as const;
export const removeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/remove",
  roles: DEVELOPERS,
} as const;
export const pauseFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/pause",
  roles: DEVELOPERS,
} as const;
export const resumeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/resume",
  roles: DEVELOPERS,
} as const;
export const testFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/test",
  roles: DEVELOPERS,
} as const;

import { DEVELOPERS, VISITORS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on integrations and email senders, without their schemas. A
// browser loads only these, and a page only the areas that it uses.

export const listEmailSenders = {
  method: "GET",
  path: "/api/members/email-senders",
  roles: DEVELOPERS,
} as const;
export const addEmailSenderOperation = {
  method: "POST",
  path: "/api/members/email-senders",
  roles: DEVELOPERS,
} as const;
export const resendEmailSenderLink = {
  method: "POST",
  path: "/api/members/email-senders/link",
  roles: DEVELOPERS,
} as const;
export const removeEmailSenderOperation = {
  method: "POST",
  path: "/api/members/email-senders/remove",
  roles: DEVELOPERS,
} as const;
export const confirmEmailSenderOperation = {
  method: "POST",
  path: "/api/members/email-senders/confirm",
  roles: VISITORS,
} as const;
export const readTopics = {
  method: "GET",
  path: "/api/members/integrations/topics",
  roles: DEVELOPERS,
} as const;
export const saveTopicOperation = {
  method: "POST",
  path: "/api/members/integrations/topics",
  roles: DEVELOPERS,
} as const;
export const setShopSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/shop-secret",
  roles: DEVELOPERS,
} as const;
export const removeShopSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/shop-secret/remove",
  roles: DEVELOPERS,
} as const;
export const listIntegrations = {
  method: "GET",
  path: "/api/members/integrations",
  roles: DEVELOPERS,
} as const;
export const readIntegration = {
  method: "GET",
  path: "/api/members/integrations/integration",
  roles: DEVELOPERS,
} as const;
export const setUpIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations",
  roles: DEVELOPERS,
} as const;
export const changeIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/change",
  roles: DEVELOPERS,
} as const;
export const enableIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/enable",
  roles: DEVELOPERS,
} as const;
export const rollIntegrationSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/secret",
  roles: DEVELOPERS,
} as const;
export const removeIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/remove",
  roles: DEVELOPERS,
} as const;
export const listIntegrationCalls = {
  method: "GET",
  path: "/api/members/integrations/calls",
  roles: DEVELOPERS,
} as const;

import { DEVELOPERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on API keys and the log of requests, without their schemas. A
// browser loads only these, and a page only the areas that it uses.

export const listApiKeys = { method: "GET", path: "/api/members/api-keys", roles: DEVELOPERS } as const;
export const createApiKeyOperation = {
  method: "POST",
  path: "/api/members/api-keys",
  roles: DEVELOPERS,
} as const;
export const setApiKeyEnabled = {
  method: "POST",
  path: "/api/members/api-keys/enable",
  roles: DEVELOPERS,
} as const;
export const limitApiKey = {
  method: "POST",
  path: "/api/members/api-keys/limit",
  roles: DEVELOPERS,
} as const;
export const deleteApiKeyOperation = {
  method: "POST",
  path: "/api/members/api-keys/delete",
  roles: DEVELOPERS,
} as const;
export const listRequestsOperation = {
  method: "GET",
  path: "/api/members/requests",
  roles: DEVELOPERS,
} as const;
export const readRequestOperation = {
  method: "GET",
  path: "/api/members/requests/request",
  roles: DEVELOPERS,
} as const;

import { DEVELOPERS } from "@/lib/contracts/base/roles";

// The operations on API keys and the log of requests: their methods, addresses and roles, without their schemas. A browser loads these
// alone, and a page those areas that it uses.

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

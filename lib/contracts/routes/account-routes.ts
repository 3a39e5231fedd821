import { EVERYONE_AND_VIEWERS, OWNERS, READERS_AND_VIEWERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on the account itself, without their schemas. A browser loads
// only these, and a page only the areas that it uses.

export const readMe = { method: "GET", path: "/api/members/me", roles: EVERYONE_AND_VIEWERS } as const;

export const listActivity = { method: "GET", path: "/api/members/activity", roles: OWNERS } as const;

export const streamEvents = {
  method: "GET",
  path: "/api/members/events",
  roles: EVERYONE_AND_VIEWERS,
} as const;

export const readOverview = {
  method: "GET",
  path: "/api/members/overview",
  roles: EVERYONE_AND_VIEWERS,
} as const;

export const searchOperation = {
  method: "GET",
  path: "/api/members/search",
  roles: READERS_AND_VIEWERS,
} as const;

import { EVERYONE_AND_VIEWERS, OWNERS, READERS_AND_VIEWERS } from "@/lib/contracts/base/roles";

// The operations on the account itself: their methods, addresses and roles, without their schemas. A browser loads these
// alone, and a page those areas that it uses.

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

import { BILLING, BILLING_READERS, BILLING_READERS_AND_VIEWERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on money, without their schemas. A browser loads only these, and
// a page only the areas that it uses.

export const readBilling = {
  method: "GET",
  path: "/api/members/billing",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const listAlerts = {
  method: "GET",
  path: "/api/members/billing/alerts",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const addAlertOperation = {
  method: "POST",
  path: "/api/members/billing/alerts",
  roles: BILLING,
} as const;
export const changeAlertOperation = {
  method: "POST",
  path: "/api/members/billing/alerts/change",
  roles: BILLING,
} as const;
export const removeAlertOperation = {
  method: "POST",
  path: "/api/members/billing/alerts/remove",
  roles: BILLING,
} as const;
export const listLedger = {
  method: "GET",
  path: "/api/members/billing/ledger",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const exportLedger = {
  method: "GET",
  path: "/api/members/billing/ledger/export",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const readUsage = {
  method: "GET",
  path: "/api/members/billing/usage",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const listRateCodes = {
  method: "GET",
  path: "/api/members/billing/rate-codes",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const readStatement = {
  method: "GET",
  path: "/api/members/billing/statement",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const readStatementPdf = {
  method: "GET",
  path: "/api/members/billing/statement/pdf",
  roles: BILLING_READERS_AND_VIEWERS,
} as const;
export const beginSavedCardOperation = {
  method: "POST",
  path: "/api/members/billing/saved-card",
  roles: BILLING,
} as const;
export const removeSavedCardOperation = {
  method: "POST",
  path: "/api/members/billing/saved-card/remove",
  roles: BILLING,
} as const;
export const readAutoTopUp = {
  method: "GET",
  path: "/api/members/billing/auto-top-up",
  roles: BILLING_READERS,
} as const;
export const saveAutoTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/auto-top-up",
  roles: BILLING,
} as const;
export const stopAutoTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/auto-top-up/stop",
  roles: BILLING,
} as const;
export const resumeAutoTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/auto-top-up/resume",
  roles: BILLING,
} as const;
export const readCardTopUp = { method: "GET", path: "/api/members/billing/card", roles: BILLING } as const;
export const beginCardTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/card",
  roles: BILLING,
} as const;

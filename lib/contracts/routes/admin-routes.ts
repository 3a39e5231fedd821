// The methods and addresses of the operations, without their schemas. A browser loads only these.

export const listAccounts = { method: "GET", path: "/api/admin/accounts" } as const;
export const openAccount = { method: "POST", path: "/api/admin/accounts" } as const;
export const readAccount = { method: "GET", path: "/api/admin/accounts/one" } as const;
export const listMovements = { method: "GET", path: "/api/admin/accounts/movements" } as const;
export const beginViewOperation = { method: "POST", path: "/api/admin/accounts/view" } as const;
export const listAccountActivity = { method: "GET", path: "/api/admin/accounts/activity" } as const;
export const adjustBalance = { method: "POST", path: "/api/admin/accounts/balance" } as const;
export const changeAccount = { method: "POST", path: "/api/admin/accounts/change" } as const;
export const setAccountEnabled = { method: "POST", path: "/api/admin/accounts/enable" } as const;
export const resetSecondFactor = { method: "POST", path: "/api/admin/accounts/reset-second-factor" } as const;
export const sendAccountResetLink = { method: "POST", path: "/api/admin/accounts/send-reset-link" } as const;

export const listDomainQueue = { method: "GET", path: "/api/admin/domains" } as const;
export const approveDomainOperation = { method: "POST", path: "/api/admin/domains/approve" } as const;
export const rejectDomainOperation = { method: "POST", path: "/api/admin/domains/reject" } as const;

export const readHealth = { method: "GET", path: "/api/admin/health" } as const;

export const listUnrouted = { method: "GET", path: "/api/admin/inbound" } as const;

export const searchAllMessages = { method: "GET", path: "/api/admin/messages" } as const;
export const readAnyMessage = { method: "GET", path: "/api/admin/messages/one" } as const;

export const readMargin = { method: "GET", path: "/api/admin/networks/margin" } as const;
export const exportMargin = { method: "GET", path: "/api/admin/networks/margin/export" } as const;

export const readFigures = { method: "GET", path: "/api/admin/figures" } as const;
export const exportFigures = { method: "GET", path: "/api/admin/figures/export" } as const;

export const listNetworkEvents = { method: "GET", path: "/api/admin/networks/events" } as const;

export const listRoutes = { method: "GET", path: "/api/admin/networks/routes" } as const;
export const replaceRoutes = { method: "POST", path: "/api/admin/networks/routes" } as const;
export const explainRoute = { method: "GET", path: "/api/admin/networks/routes/explain" } as const;

export const blockRange = { method: "POST", path: "/api/admin/networks/blocked" } as const;
export const unblockRange = { method: "POST", path: "/api/admin/networks/blocked/remove" } as const;

export const listErrorRules = { method: "GET", path: "/api/admin/networks/errors" } as const;
export const setErrorRule = { method: "POST", path: "/api/admin/networks/errors" } as const;
export const removeErrorRule = { method: "POST", path: "/api/admin/networks/errors/remove" } as const;

export const listNetworks = { method: "GET", path: "/api/admin/networks" } as const;
export const addNetwork = { method: "POST", path: "/api/admin/networks" } as const;
export const changeNetwork = { method: "POST", path: "/api/admin/networks/change" } as const;
export const drainNetwork = { method: "POST", path: "/api/admin/networks/drain" } as const;
export const enableNetwork = { method: "POST", path: "/api/admin/networks/enable" } as const;
export const removeNetwork = { method: "POST", path: "/api/admin/networks/remove" } as const;
export const tryNetwork = { method: "POST", path: "/api/admin/networks/try" } as const;

export const listRates = { method: "GET", path: "/api/admin/rates" } as const;
export const addRate = { method: "POST", path: "/api/admin/rates" } as const;
export const changeRate = { method: "POST", path: "/api/admin/rates/change" } as const;
export const removeRate = { method: "POST", path: "/api/admin/rates/remove" } as const;

export const listShortcodes = { method: "GET", path: "/api/admin/shortcodes" } as const;
export const addShortcode = { method: "POST", path: "/api/admin/shortcodes" } as const;
export const setShortcodeActive = { method: "POST", path: "/api/admin/shortcodes/activate" } as const;
export const setShortcodeOwner = { method: "POST", path: "/api/admin/shortcodes/owner" } as const;
export const setTemplateSender = { method: "POST", path: "/api/admin/shortcodes/template-sender" } as const;

export const listUnmatchedReports = { method: "GET", path: "/api/admin/networks/reports" } as const;

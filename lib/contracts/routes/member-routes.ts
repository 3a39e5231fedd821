import {
  type Allowed,
  BILLING,
  BILLING_READERS,
  DEVELOPERS,
  EVERYONE,
  OWNERS,
  READERS,
  SENDERS,
  VISITORS,
} from "@/lib/contracts/base/roles";

// The methods and addresses of the operations, without their schemas, and who may call them: what a browser loads of them.
// Each is marked as pure, so that a page has those alone that it uses.

/** A read below `/api/members`. */
function get<const Path extends string, const Roles extends Allowed>(path: Path, roles: Roles) {
  return { method: "GET", path: `/api/members/${path}`, roles } as const;
}

/** A change below `/api/members`. */
function post<const Path extends string, const Roles extends Allowed>(path: Path, roles: Roles) {
  return { method: "POST", path: `/api/members/${path}`, roles } as const;
}

export const readMe = /* @__PURE__ */ get("me", EVERYONE);
export const changePasswordOperation = /* @__PURE__ */ post("password", EVERYONE);
export const forgotPassword = /* @__PURE__ */ post("password/forgotten", VISITORS);
export const signUpOperation = /* @__PURE__ */ post("sign-up", VISITORS);
export const resetPasswordOperation = /* @__PURE__ */ post("password/reset", VISITORS);
export const beginSecondFactor = /* @__PURE__ */ post("second-factor/begin", EVERYONE);
export const confirmSecondFactor = /* @__PURE__ */ post("second-factor/confirm", EVERYONE);
export const removeSecondFactor = /* @__PURE__ */ post("second-factor/remove", EVERYONE);

export const listActivity = /* @__PURE__ */ get("activity", OWNERS);

export const listApiKeys = /* @__PURE__ */ get("api-keys", DEVELOPERS);
export const createApiKeyOperation = /* @__PURE__ */ post("api-keys", DEVELOPERS);
export const setApiKeyEnabled = /* @__PURE__ */ post("api-keys/enable", DEVELOPERS);
export const deleteApiKeyOperation = /* @__PURE__ */ post("api-keys/delete", DEVELOPERS);

export const listTemplates = /* @__PURE__ */ get("templates", READERS);
export const addTemplateOperation = /* @__PURE__ */ post("templates", SENDERS);
export const changeTemplateOperation = /* @__PURE__ */ post("templates/change", SENDERS);
export const removeTemplateOperation = /* @__PURE__ */ post("templates/remove", SENDERS);
export const listReplyRules = /* @__PURE__ */ get("auto-replies", READERS);
export const addReplyRule = /* @__PURE__ */ post("auto-replies", SENDERS);
export const changeReplyRule = /* @__PURE__ */ post("auto-replies/change", SENDERS);
export const enableReplyRule = /* @__PURE__ */ post("auto-replies/enable", SENDERS);
export const moveReplyRule = /* @__PURE__ */ post("auto-replies/move", SENDERS);
export const removeReplyRule = /* @__PURE__ */ post("auto-replies/remove", SENDERS);
export const tryReplyRules = /* @__PURE__ */ post("auto-replies/try", SENDERS);

export const listContactsOperation = /* @__PURE__ */ get("contacts", READERS);
export const addContactOperation = /* @__PURE__ */ post("contacts", SENDERS);
export const changeContactOperation = /* @__PURE__ */ post("contacts/change", SENDERS);
export const removeContactsOperation = /* @__PURE__ */ post("contacts/remove", SENDERS);
export const exportContactsOperation = /* @__PURE__ */ get("contacts/export", READERS);
export const listContactLists = /* @__PURE__ */ get("contacts/lists", READERS);
export const addContactList = /* @__PURE__ */ post("contacts/lists", SENDERS);
export const renameContactList = /* @__PURE__ */ post("contacts/lists/rename", SENDERS);
export const removeContactList = /* @__PURE__ */ post("contacts/lists/remove", SENDERS);
export const changeContactList = /* @__PURE__ */ post("contacts/lists/change", SENDERS);
export const removeContactField = /* @__PURE__ */ post("contacts/fields/remove", SENDERS);
export const readContactImport = /* @__PURE__ */ get("contacts/import", READERS);
export const beginContactImport = /* @__PURE__ */ post("contacts/import", SENDERS);
export const stageContactImport = /* @__PURE__ */ post("contacts/import/rows", SENDERS);
export const saveContactImport = /* @__PURE__ */ post("contacts/import/save", SENDERS);
export const cancelContactImport = /* @__PURE__ */ post("contacts/import/cancel", SENDERS);

export const readBilling = /* @__PURE__ */ get("billing", BILLING_READERS);
export const listAlerts = /* @__PURE__ */ get("billing/alerts", BILLING_READERS);
export const addAlertOperation = /* @__PURE__ */ post("billing/alerts", BILLING);
export const changeAlertOperation = /* @__PURE__ */ post("billing/alerts/change", BILLING);
export const removeAlertOperation = /* @__PURE__ */ post("billing/alerts/remove", BILLING);
export const listLedger = /* @__PURE__ */ get("billing/ledger", BILLING_READERS);
export const exportLedger = /* @__PURE__ */ get("billing/ledger/export", BILLING_READERS);
export const readUsage = /* @__PURE__ */ get("billing/usage", BILLING_READERS);
export const listRateCodes = /* @__PURE__ */ get("billing/rate-codes", BILLING_READERS);
export const readStatement = /* @__PURE__ */ get("billing/statement", BILLING_READERS);
export const readStatementPdf = /* @__PURE__ */ get("billing/statement/pdf", BILLING_READERS);
export const beginSavedCardOperation = /* @__PURE__ */ post("billing/saved-card", BILLING);
export const removeSavedCardOperation = /* @__PURE__ */ post("billing/saved-card/remove", BILLING);
export const readAutoTopUp = /* @__PURE__ */ get("billing/auto-top-up", BILLING_READERS);
export const saveAutoTopUpOperation = /* @__PURE__ */ post("billing/auto-top-up", BILLING);
export const stopAutoTopUpOperation = /* @__PURE__ */ post("billing/auto-top-up/stop", BILLING);
export const resumeAutoTopUpOperation = /* @__PURE__ */ post("billing/auto-top-up/resume", BILLING);

export const listBlockedNumbers = /* @__PURE__ */ get("blocked-numbers", READERS);
export const exportBlockedNumbers = /* @__PURE__ */ get("blocked-numbers/export", READERS);
export const blockNumberOperation = /* @__PURE__ */ post("blocked-numbers", SENDERS);
export const resubscribeNumber = /* @__PURE__ */ post("blocked-numbers/resubscribe", SENDERS);

export const readCardTopUp = /* @__PURE__ */ get("billing/card", BILLING);
export const beginCardTopUpOperation = /* @__PURE__ */ post("billing/card", BILLING);

export const listDomains = /* @__PURE__ */ get("domains", READERS);
export const listDomainRequests = /* @__PURE__ */ get("domains/requests", READERS);
export const listHeldHosts = /* @__PURE__ */ get("domains/held", READERS);
export const requestDomainOperation = /* @__PURE__ */ post("domains/request", SENDERS);
export const withdrawDomainRequest = /* @__PURE__ */ post("domains/withdraw", SENDERS);
export const removeDomainOperation = /* @__PURE__ */ post("domains/remove", SENDERS);

export const listEmailSenders = /* @__PURE__ */ get("email-senders", DEVELOPERS);
export const addEmailSenderOperation = /* @__PURE__ */ post("email-senders", DEVELOPERS);
export const resendEmailSenderLink = /* @__PURE__ */ post("email-senders/link", DEVELOPERS);
export const removeEmailSenderOperation = /* @__PURE__ */ post("email-senders/remove", DEVELOPERS);
export const confirmEmailSenderOperation = /* @__PURE__ */ post("email-senders/confirm", VISITORS);

export const streamEvents = /* @__PURE__ */ get("events", EVERYONE);

export const readHandsetOperation = /* @__PURE__ */ get("handset", READERS);
export const writeFromHandsetOperation = /* @__PURE__ */ post("handset", SENDERS);

export const listConversationsOperation = /* @__PURE__ */ get("inbox", READERS);
export const readConversationOperation = /* @__PURE__ */ get("inbox/conversation", READERS);
export const replyOperation = /* @__PURE__ */ post("inbox/reply", SENDERS);
export const exportInboxOperation = /* @__PURE__ */ get("inbox/export", READERS);

export const readTopics = /* @__PURE__ */ get("integrations/topics", DEVELOPERS);
export const saveTopicOperation = /* @__PURE__ */ post("integrations/topics", DEVELOPERS);
export const setShopSecretOperation = /* @__PURE__ */ post("integrations/shop-secret", DEVELOPERS);
export const removeShopSecretOperation = /* @__PURE__ */ post("integrations/shop-secret/remove", DEVELOPERS);

export const listIntegrations = /* @__PURE__ */ get("integrations", DEVELOPERS);
export const readIntegration = /* @__PURE__ */ get("integrations/integration", DEVELOPERS);
export const setUpIntegrationOperation = /* @__PURE__ */ post("integrations", DEVELOPERS);
export const changeIntegrationOperation = /* @__PURE__ */ post("integrations/change", DEVELOPERS);
export const enableIntegrationOperation = /* @__PURE__ */ post("integrations/enable", DEVELOPERS);
export const rollIntegrationSecretOperation = /* @__PURE__ */ post("integrations/secret", DEVELOPERS);
export const removeIntegrationOperation = /* @__PURE__ */ post("integrations/remove", DEVELOPERS);
export const listIntegrationCalls = /* @__PURE__ */ get("integrations/calls", DEVELOPERS);

export const listMessagesOperation = /* @__PURE__ */ get("messages", READERS);
export const countMessagesOperation = /* @__PURE__ */ get("messages/count", READERS);
export const exportMessagesOperation = /* @__PURE__ */ get("messages/export", READERS);
export const readBulkSendOperation = /* @__PURE__ */ get("messages/send", READERS);
export const readMessageOperation = /* @__PURE__ */ get("messages/message", READERS);
export const cancelMessageOperation = /* @__PURE__ */ post("messages/cancel", SENDERS);
export const cancelSendOperation = /* @__PURE__ */ post("messages/send/cancel", SENDERS);

export const readOverview = /* @__PURE__ */ get("overview", EVERYONE);

export const listRequestsOperation = /* @__PURE__ */ get("requests", DEVELOPERS);
export const readRequestOperation = /* @__PURE__ */ get("requests/request", DEVELOPERS);

export const searchOperation = /* @__PURE__ */ get("search", READERS);

export const readSendOptions = /* @__PURE__ */ get("send", SENDERS);
export const previewSendOperation = /* @__PURE__ */ post("send/preview", SENDERS);
export const sendFromPageOperation = /* @__PURE__ */ post("send", SENDERS);
export const listDrafts = /* @__PURE__ */ get("send/drafts", READERS);
export const readDraftOperation = /* @__PURE__ */ get("send/drafts/draft", READERS);
export const saveDraftOperation = /* @__PURE__ */ post("send/drafts", SENDERS);
export const removeDraftOperation = /* @__PURE__ */ post("send/drafts/remove", SENDERS);

export const listSendsOperation = /* @__PURE__ */ get("sends", READERS);
export const nameSendOperation = /* @__PURE__ */ post("sends/name", SENDERS);
export const pauseSendOperation = /* @__PURE__ */ post("sends/pause", SENDERS);
export const resumeSendOperation = /* @__PURE__ */ post("sends/resume", SENDERS);

export const readSettings = /* @__PURE__ */ get("settings", OWNERS);
export const changeSettings = /* @__PURE__ */ post("settings", OWNERS);

export const readWebhooks = /* @__PURE__ */ get("webhooks", DEVELOPERS);
export const setWebhook = /* @__PURE__ */ post("webhooks", DEVELOPERS);
export const removeWebhookOperation = /* @__PURE__ */ post("webhooks/remove", DEVELOPERS);
export const resumeWebhookOperation = /* @__PURE__ */ post("webhooks/resume", DEVELOPERS);
export const testWebhook = /* @__PURE__ */ post("webhooks/test", DEVELOPERS);
export const rollWebhookSecret = /* @__PURE__ */ post("webhooks/secret", DEVELOPERS);
export const listDeliveries = /* @__PURE__ */ get("webhooks/deliveries", DEVELOPERS);
export const readDelivery = /* @__PURE__ */ get("webhooks/delivery", DEVELOPERS);
export const resendDeliveryOperation = /* @__PURE__ */ post("webhooks/delivery/resend", DEVELOPERS);
export const countReplay = /* @__PURE__ */ get("webhooks/replay", DEVELOPERS);
export const replayWebhooks = /* @__PURE__ */ post("webhooks/replay", DEVELOPERS);
export const listFurtherEndpoints = /* @__PURE__ */ get("webhooks/endpoints", DEVELOPERS);
export const addFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints", DEVELOPERS);
export const changeFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints/change", DEVELOPERS);
export const removeFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints/remove", DEVELOPERS);
export const pauseFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints/pause", DEVELOPERS);
export const resumeFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints/resume", DEVELOPERS);
export const testFurtherEndpoint = /* @__PURE__ */ post("webhooks/endpoints/test", DEVELOPERS);

export const listPeople = /* @__PURE__ */ get("people", EVERYONE);
export const invitePerson = /* @__PURE__ */ post("people/invite", OWNERS);
export const resendInvitation = /* @__PURE__ */ post("people/invite/resend", OWNERS);
export const withdrawInvitation = /* @__PURE__ */ post("people/invite/withdraw", OWNERS);
export const joinAccountOperation = /* @__PURE__ */ post("people/join", VISITORS);
export const changeRoleOperation = /* @__PURE__ */ post("people/role", OWNERS);
export const removePersonOperation = /* @__PURE__ */ post("people/remove", OWNERS);
export const leaveAccountOperation = /* @__PURE__ */ post("people/leave", EVERYONE);
export const makeOwnerOperation = /* @__PURE__ */ post("people/owner", OWNERS);

export const listSessions = /* @__PURE__ */ get("sessions", EVERYONE);
export const endSessionOperation = /* @__PURE__ */ post("sessions/end", EVERYONE);
export const endOtherSessions = /* @__PURE__ */ post("sessions/end-others", EVERYONE);
export const switchAccountOperation = /* @__PURE__ */ post("sessions/switch", EVERYONE);

// biome-ignore-all lint/style/noExcessiveLinesPerFile: a table with a row for each operation, which is looked up by name.
import {
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
// Each is a plain object, so that a page has those alone that it uses.

export const readMe = { method: "GET", path: "/api/members/me", roles: EVERYONE } as const;
export const changePasswordOperation = {
  method: "POST",
  path: "/api/members/password",
  roles: EVERYONE,
} as const;
export const forgotPassword = {
  method: "POST",
  path: "/api/members/password/forgotten",
  roles: VISITORS,
} as const;
export const signUpOperation = { method: "POST", path: "/api/members/sign-up", roles: VISITORS } as const;
export const resetPasswordOperation = {
  method: "POST",
  path: "/api/members/password/reset",
  roles: VISITORS,
} as const;
export const beginSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/begin",
  roles: EVERYONE,
} as const;
export const confirmSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/confirm",
  roles: EVERYONE,
} as const;
export const removeSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/remove",
  roles: EVERYONE,
} as const;

export const listActivity = { method: "GET", path: "/api/members/activity", roles: OWNERS } as const;

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
export const deleteApiKeyOperation = {
  method: "POST",
  path: "/api/members/api-keys/delete",
  roles: DEVELOPERS,
} as const;

export const listTemplates = { method: "GET", path: "/api/members/templates", roles: READERS } as const;
export const addTemplateOperation = {
  method: "POST",
  path: "/api/members/templates",
  roles: SENDERS,
} as const;
export const changeTemplateOperation = {
  method: "POST",
  path: "/api/members/templates/change",
  roles: SENDERS,
} as const;
export const removeTemplateOperation = {
  method: "POST",
  path: "/api/members/templates/remove",
  roles: SENDERS,
} as const;
export const listReplyRules = { method: "GET", path: "/api/members/auto-replies", roles: READERS } as const;
export const addReplyRule = { method: "POST", path: "/api/members/auto-replies", roles: SENDERS } as const;
export const changeReplyRule = {
  method: "POST",
  path: "/api/members/auto-replies/change",
  roles: SENDERS,
} as const;
export const enableReplyRule = {
  method: "POST",
  path: "/api/members/auto-replies/enable",
  roles: SENDERS,
} as const;
export const moveReplyRule = {
  method: "POST",
  path: "/api/members/auto-replies/move",
  roles: SENDERS,
} as const;
export const removeReplyRule = {
  method: "POST",
  path: "/api/members/auto-replies/remove",
  roles: SENDERS,
} as const;
export const tryReplyRules = {
  method: "POST",
  path: "/api/members/auto-replies/try",
  roles: SENDERS,
} as const;

export const listContactsOperation = {
  method: "GET",
  path: "/api/members/contacts",
  roles: READERS,
} as const;
export const addContactOperation = { method: "POST", path: "/api/members/contacts", roles: SENDERS } as const;
export const changeContactOperation = {
  method: "POST",
  path: "/api/members/contacts/change",
  roles: SENDERS,
} as const;
export const removeContactsOperation = {
  method: "POST",
  path: "/api/members/contacts/remove",
  roles: SENDERS,
} as const;
export const exportContactsOperation = {
  method: "GET",
  path: "/api/members/contacts/export",
  roles: READERS,
} as const;
export const listContactLists = {
  method: "GET",
  path: "/api/members/contacts/lists",
  roles: READERS,
} as const;
export const addContactList = {
  method: "POST",
  path: "/api/members/contacts/lists",
  roles: SENDERS,
} as const;
export const renameContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/rename",
  roles: SENDERS,
} as const;
export const removeContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/remove",
  roles: SENDERS,
} as const;
export const changeContactList = {
  method: "POST",
  path: "/api/members/contacts/lists/change",
  roles: SENDERS,
} as const;
export const removeContactField = {
  method: "POST",
  path: "/api/members/contacts/fields/remove",
  roles: SENDERS,
} as const;
export const readContactImport = {
  method: "GET",
  path: "/api/members/contacts/import",
  roles: READERS,
} as const;
export const beginContactImport = {
  method: "POST",
  path: "/api/members/contacts/import",
  roles: SENDERS,
} as const;
export const stageContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/rows",
  roles: SENDERS,
} as const;
export const saveContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/save",
  roles: SENDERS,
} as const;
export const cancelContactImport = {
  method: "POST",
  path: "/api/members/contacts/import/cancel",
  roles: SENDERS,
} as const;

export const readBilling = { method: "GET", path: "/api/members/billing", roles: BILLING_READERS } as const;
export const listAlerts = {
  method: "GET",
  path: "/api/members/billing/alerts",
  roles: BILLING_READERS,
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
  roles: BILLING_READERS,
} as const;
export const exportLedger = {
  method: "GET",
  path: "/api/members/billing/ledger/export",
  roles: BILLING_READERS,
} as const;
export const readUsage = {
  method: "GET",
  path: "/api/members/billing/usage",
  roles: BILLING_READERS,
} as const;
export const listRateCodes = {
  method: "GET",
  path: "/api/members/billing/rate-codes",
  roles: BILLING_READERS,
} as const;
export const readStatement = {
  method: "GET",
  path: "/api/members/billing/statement",
  roles: BILLING_READERS,
} as const;
export const readStatementPdf = {
  method: "GET",
  path: "/api/members/billing/statement/pdf",
  roles: BILLING_READERS,
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

export const listBlockedNumbers = {
  method: "GET",
  path: "/api/members/blocked-numbers",
  roles: READERS,
} as const;
export const exportBlockedNumbers = {
  method: "GET",
  path: "/api/members/blocked-numbers/export",
  roles: READERS,
} as const;
export const blockNumberOperation = {
  method: "POST",
  path: "/api/members/blocked-numbers",
  roles: SENDERS,
} as const;
export const resubscribeNumber = {
  method: "POST",
  path: "/api/members/blocked-numbers/resubscribe",
  roles: SENDERS,
} as const;

export const readCardTopUp = { method: "GET", path: "/api/members/billing/card", roles: BILLING } as const;
export const beginCardTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/card",
  roles: BILLING,
} as const;

export const listDomains = { method: "GET", path: "/api/members/domains", roles: READERS } as const;
export const listDomainRequests = {
  method: "GET",
  path: "/api/members/domains/requests",
  roles: READERS,
} as const;
export const listHeldHosts = { method: "GET", path: "/api/members/domains/held", roles: READERS } as const;
export const requestDomainOperation = {
  method: "POST",
  path: "/api/members/domains/request",
  roles: SENDERS,
} as const;
export const withdrawDomainRequest = {
  method: "POST",
  path: "/api/members/domains/withdraw",
  roles: SENDERS,
} as const;
export const removeDomainOperation = {
  method: "POST",
  path: "/api/members/domains/remove",
  roles: SENDERS,
} as const;

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

export const streamEvents = { method: "GET", path: "/api/members/events", roles: EVERYONE } as const;

export const readHandsetOperation = { method: "GET", path: "/api/members/handset", roles: READERS } as const;
export const writeFromHandsetOperation = {
  method: "POST",
  path: "/api/members/handset",
  roles: SENDERS,
} as const;

export const listConversationsOperation = {
  method: "GET",
  path: "/api/members/inbox",
  roles: READERS,
} as const;
export const readConversationOperation = {
  method: "GET",
  path: "/api/members/inbox/conversation",
  roles: READERS,
} as const;
export const replyOperation = { method: "POST", path: "/api/members/inbox/reply", roles: SENDERS } as const;
export const exportInboxOperation = {
  method: "GET",
  path: "/api/members/inbox/export",
  roles: READERS,
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

export const listMessagesOperation = {
  method: "GET",
  path: "/api/members/messages",
  roles: READERS,
} as const;
export const countMessagesOperation = {
  method: "GET",
  path: "/api/members/messages/count",
  roles: READERS,
} as const;
export const exportMessagesOperation = {
  method: "GET",
  path: "/api/members/messages/export",
  roles: READERS,
} as const;
export const readBulkSendOperation = {
  method: "GET",
  path: "/api/members/messages/send",
  roles: READERS,
} as const;
export const readMessageOperation = {
  method: "GET",
  path: "/api/members/messages/message",
  roles: READERS,
} as const;
export const cancelMessageOperation = {
  method: "POST",
  path: "/api/members/messages/cancel",
  roles: SENDERS,
} as const;
export const cancelSendOperation = {
  method: "POST",
  path: "/api/members/messages/send/cancel",
  roles: SENDERS,
} as const;

export const readOverview = { method: "GET", path: "/api/members/overview", roles: EVERYONE } as const;

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

export const searchOperation = { method: "GET", path: "/api/members/search", roles: READERS } as const;

export const readSendOptions = { method: "GET", path: "/api/members/send", roles: SENDERS } as const;
export const previewSendOperation = {
  method: "POST",
  path: "/api/members/send/preview",
  roles: SENDERS,
} as const;
export const sendFromPageOperation = { method: "POST", path: "/api/members/send", roles: SENDERS } as const;
export const listDrafts = { method: "GET", path: "/api/members/send/drafts", roles: READERS } as const;
export const readDraftOperation = {
  method: "GET",
  path: "/api/members/send/drafts/draft",
  roles: READERS,
} as const;
export const saveDraftOperation = {
  method: "POST",
  path: "/api/members/send/drafts",
  roles: SENDERS,
} as const;
export const removeDraftOperation = {
  method: "POST",
  path: "/api/members/send/drafts/remove",
  roles: SENDERS,
} as const;

export const listSendsOperation = { method: "GET", path: "/api/members/sends", roles: READERS } as const;
export const nameSendOperation = { method: "POST", path: "/api/members/sends/name", roles: SENDERS } as const;
export const pauseSendOperation = {
  method: "POST",
  path: "/api/members/sends/pause",
  roles: SENDERS,
} as const;
export const resumeSendOperation = {
  method: "POST",
  path: "/api/members/sends/resume",
  roles: SENDERS,
} as const;

export const readSettings = { method: "GET", path: "/api/members/settings", roles: OWNERS } as const;
export const changeSettings = { method: "POST", path: "/api/members/settings", roles: OWNERS } as const;

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

export const listPeople = { method: "GET", path: "/api/members/people", roles: EVERYONE } as const;
export const invitePerson = { method: "POST", path: "/api/members/people/invite", roles: OWNERS } as const;
export const resendInvitation = {
  method: "POST",
  path: "/api/members/people/invite/resend",
  roles: OWNERS,
} as const;
export const withdrawInvitation = {
  method: "POST",
  path: "/api/members/people/invite/withdraw",
  roles: OWNERS,
} as const;
export const joinAccountOperation = {
  method: "POST",
  path: "/api/members/people/join",
  roles: VISITORS,
} as const;
export const changeRoleOperation = {
  method: "POST",
  path: "/api/members/people/role",
  roles: OWNERS,
} as const;
export const removePersonOperation = {
  method: "POST",
  path: "/api/members/people/remove",
  roles: OWNERS,
} as const;
export const leaveAccountOperation = {
  method: "POST",
  path: "/api/members/people/leave",
  roles: EVERYONE,
} as const;
export const makeOwnerOperation = {
  method: "POST",
  path: "/api/members/people/owner",
  roles: OWNERS,
} as const;

export const listSessions = { method: "GET", path: "/api/members/sessions", roles: EVERYONE } as const;
export const endSessionOperation = {
  method: "POST",
  path: "/api/members/sessions/end",
  roles: EVERYONE,
} as const;
export const endOtherSessions = {
  method: "POST",
  path: "/api/members/sessions/end-others",
  roles: EVERYONE,
} as const;
export const switchAccountOperation = {
  method: "POST",
  path: "/api/members/sessions/switch",
  roles: EVERYONE,
} as const;

// The methods and addresses of the operations, without their schemas: what a browser loads of them.

export const readMe = { method: "GET", path: "/api/members/me" } as const;
export const changePasswordOperation = { method: "POST", path: "/api/members/password" } as const;
export const forgotPassword = { method: "POST", path: "/api/members/password/forgotten" } as const;
export const signUpOperation = { method: "POST", path: "/api/members/sign-up" } as const;
export const resetPasswordOperation = { method: "POST", path: "/api/members/password/reset" } as const;
export const beginSecondFactor = { method: "POST", path: "/api/members/second-factor/begin" } as const;
export const confirmSecondFactor = { method: "POST", path: "/api/members/second-factor/confirm" } as const;
export const removeSecondFactor = { method: "POST", path: "/api/members/second-factor/remove" } as const;

export const listActivity = { method: "GET", path: "/api/members/activity" } as const;

export const listApiKeys = { method: "GET", path: "/api/members/api-keys" } as const;
export const createApiKeyOperation = { method: "POST", path: "/api/members/api-keys" } as const;
export const setApiKeyEnabled = { method: "POST", path: "/api/members/api-keys/enable" } as const;
export const deleteApiKeyOperation = { method: "POST", path: "/api/members/api-keys/delete" } as const;

export const listContactsOperation = { method: "GET", path: "/api/members/contacts" } as const;
export const addContactOperation = { method: "POST", path: "/api/members/contacts" } as const;
export const changeContactOperation = { method: "POST", path: "/api/members/contacts/change" } as const;
export const removeContactsOperation = { method: "POST", path: "/api/members/contacts/remove" } as const;
export const exportContactsOperation = { method: "GET", path: "/api/members/contacts/export" } as const;
export const listContactLists = { method: "GET", path: "/api/members/contacts/lists" } as const;
export const addContactList = { method: "POST", path: "/api/members/contacts/lists" } as const;
export const renameContactList = { method: "POST", path: "/api/members/contacts/lists/rename" } as const;
export const removeContactList = { method: "POST", path: "/api/members/contacts/lists/remove" } as const;
export const changeContactList = { method: "POST", path: "/api/members/contacts/lists/change" } as const;
export const removeContactField = { method: "POST", path: "/api/members/contacts/fields/remove" } as const;
export const readContactImport = { method: "GET", path: "/api/members/contacts/import" } as const;
export const beginContactImport = { method: "POST", path: "/api/members/contacts/import" } as const;
export const stageContactImport = { method: "POST", path: "/api/members/contacts/import/rows" } as const;
export const saveContactImport = { method: "POST", path: "/api/members/contacts/import/save" } as const;
export const cancelContactImport = { method: "POST", path: "/api/members/contacts/import/cancel" } as const;

export const listTemplates = { method: "GET", path: "/api/members/templates" } as const;
export const addTemplateOperation = { method: "POST", path: "/api/members/templates" } as const;
export const changeTemplateOperation = { method: "POST", path: "/api/members/templates/change" } as const;
export const removeTemplateOperation = { method: "POST", path: "/api/members/templates/remove" } as const;
export const listReplyRules = { method: "GET", path: "/api/members/auto-replies" } as const;
export const addReplyRule = { method: "POST", path: "/api/members/auto-replies" } as const;
export const changeReplyRule = { method: "POST", path: "/api/members/auto-replies/change" } as const;
export const enableReplyRule = { method: "POST", path: "/api/members/auto-replies/enable" } as const;
export const moveReplyRule = { method: "POST", path: "/api/members/auto-replies/move" } as const;
export const removeReplyRule = { method: "POST", path: "/api/members/auto-replies/remove" } as const;
export const tryReplyRules = { method: "POST", path: "/api/members/auto-replies/try" } as const;

export const readBilling = { method: "GET", path: "/api/members/billing" } as const;
export const listAlerts = { method: "GET", path: "/api/members/billing/alerts" } as const;
export const addAlertOperation = { method: "POST", path: "/api/members/billing/alerts" } as const;
export const changeAlertOperation = { method: "POST", path: "/api/members/billing/alerts/change" } as const;
export const removeAlertOperation = { method: "POST", path: "/api/members/billing/alerts/remove" } as const;
export const listLedger = { method: "GET", path: "/api/members/billing/ledger" } as const;
export const exportLedger = { method: "GET", path: "/api/members/billing/ledger/export" } as const;
export const readUsage = { method: "GET", path: "/api/members/billing/usage" } as const;
export const listRateCodes = { method: "GET", path: "/api/members/billing/rate-codes" } as const;
export const readStatement = { method: "GET", path: "/api/members/billing/statement" } as const;
export const readStatementPdf = { method: "GET", path: "/api/members/billing/statement/pdf" } as const;

export const listBlockedNumbers = { method: "GET", path: "/api/members/blocked-numbers" } as const;
export const exportBlockedNumbers = { method: "GET", path: "/api/members/blocked-numbers/export" } as const;
export const blockNumberOperation = { method: "POST", path: "/api/members/blocked-numbers" } as const;
export const resubscribeNumber = {
  method: "POST",
  path: "/api/members/blocked-numbers/resubscribe",
} as const;

export const readCardTopUp = { method: "GET", path: "/api/members/billing/card" } as const;
export const beginCardTopUpOperation = { method: "POST", path: "/api/members/billing/card" } as const;
export const readAutoTopUp = { method: "GET", path: "/api/members/billing/auto-top-up" } as const;
export const saveAutoTopUpOperation = { method: "POST", path: "/api/members/billing/auto-top-up" } as const;
export const stopAutoTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/auto-top-up/stop",
} as const;
export const resumeAutoTopUpOperation = {
  method: "POST",
  path: "/api/members/billing/auto-top-up/resume",
} as const;
export const beginSavedCardOperation = { method: "POST", path: "/api/members/billing/saved-card" } as const;
export const removeSavedCardOperation = {
  method: "POST",
  path: "/api/members/billing/saved-card/remove",
} as const;

export const listDomains = { method: "GET", path: "/api/members/domains" } as const;
export const listDomainRequests = { method: "GET", path: "/api/members/domains/requests" } as const;
export const listHeldHosts = { method: "GET", path: "/api/members/domains/held" } as const;
export const requestDomainOperation = { method: "POST", path: "/api/members/domains/request" } as const;
export const withdrawDomainRequest = { method: "POST", path: "/api/members/domains/withdraw" } as const;
export const removeDomainOperation = { method: "POST", path: "/api/members/domains/remove" } as const;

export const listEmailSenders = { method: "GET", path: "/api/members/email-senders" } as const;
export const addEmailSenderOperation = { method: "POST", path: "/api/members/email-senders" } as const;
export const resendEmailSenderLink = { method: "POST", path: "/api/members/email-senders/link" } as const;
export const removeEmailSenderOperation = {
  method: "POST",
  path: "/api/members/email-senders/remove",
} as const;
export const confirmEmailSenderOperation = {
  method: "POST",
  path: "/api/members/email-senders/confirm",
} as const;

export const streamEvents = { method: "GET", path: "/api/members/events" } as const;

export const readHandsetOperation = { method: "GET", path: "/api/members/handset" } as const;
export const writeFromHandsetOperation = { method: "POST", path: "/api/members/handset" } as const;

export const listConversationsOperation = { method: "GET", path: "/api/members/inbox" } as const;
export const readConversationOperation = { method: "GET", path: "/api/members/inbox/conversation" } as const;
export const replyOperation = { method: "POST", path: "/api/members/inbox/reply" } as const;
export const exportInboxOperation = { method: "GET", path: "/api/members/inbox/export" } as const;

export const readTopics = { method: "GET", path: "/api/members/integrations/topics" } as const;
export const saveTopicOperation = { method: "POST", path: "/api/members/integrations/topics" } as const;
export const setShopSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/shop-secret",
} as const;
export const removeShopSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/shop-secret/remove",
} as const;

export const listIntegrations = { method: "GET", path: "/api/members/integrations" } as const;
export const readIntegration = { method: "GET", path: "/api/members/integrations/integration" } as const;
export const setUpIntegrationOperation = { method: "POST", path: "/api/members/integrations" } as const;
export const changeIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/change",
} as const;
export const enableIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/enable",
} as const;
export const rollIntegrationSecretOperation = {
  method: "POST",
  path: "/api/members/integrations/secret",
} as const;
export const removeIntegrationOperation = {
  method: "POST",
  path: "/api/members/integrations/remove",
} as const;
export const listIntegrationCalls = { method: "GET", path: "/api/members/integrations/calls" } as const;

export const listMessagesOperation = { method: "GET", path: "/api/members/messages" } as const;
export const countMessagesOperation = { method: "GET", path: "/api/members/messages/count" } as const;
export const exportMessagesOperation = { method: "GET", path: "/api/members/messages/export" } as const;
export const readBulkSendOperation = { method: "GET", path: "/api/members/messages/send" } as const;
export const readMessageOperation = { method: "GET", path: "/api/members/messages/message" } as const;
export const cancelMessageOperation = { method: "POST", path: "/api/members/messages/cancel" } as const;
export const cancelSendOperation = { method: "POST", path: "/api/members/messages/send/cancel" } as const;

export const readOverview = { method: "GET", path: "/api/members/overview" } as const;

export const listRequestsOperation = { method: "GET", path: "/api/members/requests" } as const;
export const readRequestOperation = { method: "GET", path: "/api/members/requests/request" } as const;

export const searchOperation = { method: "GET", path: "/api/members/search" } as const;

export const readSendOptions = { method: "GET", path: "/api/members/send" } as const;
export const previewSendOperation = { method: "POST", path: "/api/members/send/preview" } as const;
export const sendFromPageOperation = { method: "POST", path: "/api/members/send" } as const;

export const listSendsOperation = { method: "GET", path: "/api/members/sends" } as const;
export const nameSendOperation = { method: "POST", path: "/api/members/sends/name" } as const;
export const pauseSendOperation = { method: "POST", path: "/api/members/sends/pause" } as const;
export const resumeSendOperation = { method: "POST", path: "/api/members/sends/resume" } as const;

export const readSettings = { method: "GET", path: "/api/members/settings" } as const;
export const changeSettings = { method: "POST", path: "/api/members/settings" } as const;

export const readWebhooks = { method: "GET", path: "/api/members/webhooks" } as const;
export const setWebhook = { method: "POST", path: "/api/members/webhooks" } as const;
export const removeWebhookOperation = { method: "POST", path: "/api/members/webhooks/remove" } as const;
export const resumeWebhookOperation = { method: "POST", path: "/api/members/webhooks/resume" } as const;
export const testWebhook = { method: "POST", path: "/api/members/webhooks/test" } as const;
export const listFurtherEndpoints = { method: "GET", path: "/api/members/webhooks/endpoints" } as const;
export const addFurtherEndpoint = { method: "POST", path: "/api/members/webhooks/endpoints" } as const;
export const changeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/change",
} as const;
export const removeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/remove",
} as const;
export const pauseFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/pause",
} as const;
export const resumeFurtherEndpoint = {
  method: "POST",
  path: "/api/members/webhooks/endpoints/resume",
} as const;
export const testFurtherEndpoint = { method: "POST", path: "/api/members/webhooks/endpoints/test" } as const;
export const rollWebhookSecret = { method: "POST", path: "/api/members/webhooks/secret" } as const;
export const listDeliveries = { method: "GET", path: "/api/members/webhooks/deliveries" } as const;
export const readDelivery = { method: "GET", path: "/api/members/webhooks/delivery" } as const;
export const resendDeliveryOperation = {
  method: "POST",
  path: "/api/members/webhooks/delivery/resend",
} as const;
export const countReplay = { method: "GET", path: "/api/members/webhooks/replay" } as const;
export const replayWebhooks = { method: "POST", path: "/api/members/webhooks/replay" } as const;

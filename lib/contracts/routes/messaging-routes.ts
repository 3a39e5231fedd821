import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on messages, without their schemas. A browser loads only these,
// and a page only the areas that it uses.

export const listTemplates = {
  method: "GET",
  path: "/api/members/templates",
  roles: READERS_AND_VIEWERS,
} as const;
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

export const listReplyRules = {
  method: "GET",
  path: "/api/members/auto-replies",
  roles: READERS_AND_VIEWERS,
} as const;
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

export const listBlockedNumbers = {
  method: "GET",
  path: "/api/members/blocked-numbers",
  roles: READERS_AND_VIEWERS,
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

export const listDomains = {
  method: "GET",
  path: "/api/members/domains",
  roles: READERS_AND_VIEWERS,
} as const;
export const listDomainRequests = {
  method: "GET",
  path: "/api/members/domains/requests",
  roles: READERS_AND_VIEWERS,
} as const;
export const listHeldHosts = {
  method: "GET",
  path: "/api/members/domains/held",
  roles: READERS_AND_VIEWERS,
} as const;
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

export const readHandsetOperation = {
  method: "GET",
  path: "/api/members/handset",
  roles: READERS_AND_VIEWERS,
} as const;
export const writeFromHandsetOperation = {
  method: "POST",
  path: "/api/members/handset",
  roles: SENDERS,
} as const;

export const listConversationsOperation = {
  method: "GET",
  path: "/api/members/inbox",
  roles: READERS_AND_VIEWERS,
} as const;
export const readConversationOperation = {
  method: "GET",
  path: "/api/members/inbox/conversation",
  roles: READERS_AND_VIEWERS,
} as const;
export const replyOperation = { method: "POST", path: "/api/members/inbox/reply", roles: SENDERS } as const;
export const listConversationTags = {
  method: "GET",
  path: "/api/members/inbox/tags",
  roles: READERS_AND_VIEWERS,
} as const;
export const addConversationTag = {
  method: "POST",
  path: "/api/members/inbox/tags",
  roles: SENDERS,
} as const;
export const removeConversationTag = {
  method: "POST",
  path: "/api/members/inbox/tags/remove",
  roles: SENDERS,
} as const;
export const exportInboxOperation = {
  method: "GET",
  path: "/api/members/inbox/export",
  roles: READERS,
} as const;

export const listMessagesOperation = {
  method: "GET",
  path: "/api/members/messages",
  roles: READERS_AND_VIEWERS,
} as const;
export const countMessagesOperation = {
  method: "GET",
  path: "/api/members/messages/count",
  roles: READERS_AND_VIEWERS,
} as const;
export const exportMessagesOperation = {
  method: "GET",
  path: "/api/members/messages/export",
  roles: READERS,
} as const;
export const readBulkSendOperation = {
  method: "GET",
  path: "/api/members/messages/send",
  roles: READERS_AND_VIEWERS,
} as const;
export const readMessageOperation = {
  method: "GET",
  path: "/api/members/messages/message",
  roles: READERS_AND_VIEWERS,
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

export const readSendOptions = { method: "GET", path: "/api/members/send", roles: SENDERS } as const;
export const previewSendOperation = {
  method: "POST",
  path: "/api/members/send/preview",
  roles: SENDERS,
} as const;
export const sendFromPageOperation = { method: "POST", path: "/api/members/send", roles: SENDERS } as const;
export const listDrafts = {
  method: "GET",
  path: "/api/members/send/drafts",
  roles: READERS_AND_VIEWERS,
} as const;
export const readDraftOperation = {
  method: "GET",
  path: "/api/members/send/drafts/draft",
  roles: READERS_AND_VIEWERS,
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

export const listSendsOperation = {
  method: "GET",
  path: "/api/members/sends",
  roles: READERS_AND_VIEWERS,
} as const;
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

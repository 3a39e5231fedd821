/** The kinds of changes that an open page shows, in the order of a change mark. */
export const CHANGE_KINDS = ["messages", "balance", "deliveries", "inbox", "settings", "office"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** For each kind of change, the paths of the reads that show it. A path may be the beginning of several. */
export const READS_OF: Record<ChangeKind, readonly string[]> = {
  messages: [
    "/api/members/messages",
    "/api/members/overview",
    "/api/members/inbox/conversation",
    "/api/members/domains/held",
    "/api/members/handset",
    "/api/members/sends",
  ],
  balance: ["/api/members/me", "/api/members/overview", "/api/members/billing"],
  deliveries: ["/api/members/webhooks", "/api/members/messages/message", "/api/members/overview"],
  inbox: [
    "/api/members/inbox",
    "/api/members/overview",
    "/api/members/blocked-numbers",
    "/api/members/messages/message",
    "/api/members/messages/send",
    "/api/members/handset",
  ],
  settings: [
    "/api/members/me",
    "/api/members/settings",
    "/api/members/activity",
    "/api/members/api-keys",
    "/api/members/domains",
    "/api/members/email-senders",
    "/api/members/integrations",
    "/api/members/webhooks",
    "/api/members/blocked-numbers",
    "/api/members/overview",
    "/api/members/billing",
    "/api/members/send",
    "/api/members/sends",
    "/api/members/messages/send",
    "/api/members/auto-replies",
    "/api/members/templates",
    "/api/members/contacts",
    "/api/members/inbox",
  ],
  office: ["/api/admin/accounts", "/api/admin/domains", "/api/admin/inbound", "/api/admin/rates"].concat(
    "/api/admin/shortcodes",
    "/api/admin/networks",
  ),
};

/** The longest change mark, in characters: a hash for each kind. */
export const MAX_MARK_LENGTH = 120;

/**
 * Returns the difference between two change marks: texts with a hash for each kind, joined by dots. Only an
 * administrator's mark has a hash for the office.
 * @param before any text. A text of another form differs in every kind.
 */
export function changedBetween(before: string, after: string): ChangeKind[] {
  const [old, now] = [before.split("."), after.split(".")];
  return CHANGE_KINDS.filter((_, place) => now[place] !== undefined && now[place] !== old[place]);
}

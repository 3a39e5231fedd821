/** A change that people who use the gateway notice, and where they read on. */
export type Change = {
  kind: "New" | "Changed" | "Fixed";
  title: string;
  text: string;
  href: string;
};

/** The changes of one day, in New Zealand. */
export type ChangeDay = { date: string; changes: readonly Change[] };

/** What has changed, newest first. A change of the API that is not an addition says what callers have to do. */
export const CHANGELOG: readonly ChangeDay[] = [
  {
    date: "2026-11-26",
    changes: [
      {
        kind: "New",
        title: "Excel files, and numbers without their zero",
        text: "Contacts and Send read .xlsx files. They ask about numbers that a spreadsheet left without a 0, show values of each column, and save skipped rows with all columns and the reasons.",
        href: "/contacts",
      },
      {
        kind: "Changed",
        title: "Request log: every request",
        text: "Every request with right credentials is listed for seven days, also at busy times. Filters and pages go over all of them.",
        href: "/requests",
      },
      {
        kind: "New",
        title: "AI assistants",
        text: "Let an AI assistant send and look up texts by MCP, within a daily limit and only after your yes.",
        href: "/docs/assistants",
      },
      {
        kind: "New",
        title: "Daily limits of API keys",
        text: "Give a key a daily limit: its sends and lookups never cost more, however many requests come at once. Requests beyond it are refused with insufficient_funds.",
        href: "/api-keys",
      },
      {
        kind: "New",
        title: "Auto replies: numbers",
        text: "A rule can ask for the numbers that texts come from: a whole number, or all that start with 021 or +61.",
        href: "/auto-replies",
      },
      {
        kind: "New",
        title: "Auto replies: patterns",
        text: "A rule can ask for a pattern such as order #### or * refund *, and Try a text shows which word, phrase or pattern matched.",
        href: "/auto-replies",
      },
      {
        kind: "New",
        title: "Responses to earlier attempts",
        text: "The page of a webhook delivery shows what your receiver responded to each attempt, not only to the last one.",
        href: "/webhooks",
      },
    ],
  },
  {
    date: "2026-11-25",
    changes: [
      {
        kind: "New",
        title: "Tags in the Inbox",
        text: "Put up to 10 tags on a conversation, and filter the Inbox and its CSV file by a tag.",
        href: "/inbox",
      },
      {
        kind: "New",
        title: "Auto replies: lists, tags and webhooks",
        text: "A rule can put the number that wrote in a contact list, take it out of one, tag the conversation, and send the text to a webhook, with or without a reply.",
        href: "/auto-replies",
      },
      {
        kind: "New",
        title: "People and roles",
        text: "Invite colleagues as owner, developer, sender, billing or read-only, each with their own sign-in, two-factor authentication and sessions.",
        href: "/people",
      },
      {
        kind: "New",
        title: "Views by administrators",
        text: "When an administrator views your account, Activity shows when and why. They can’t change anything, or see keys and secrets.",
        href: "/settings",
      },
      {
        kind: "New",
        title: "Contacts and lists",
        text: "Import up to 100,000 contacts from a CSV, keep them in lists, and send to a list with their names. Opted-out contacts are skipped.",
        href: "/contacts",
      },
      {
        kind: "New",
        title: "Pause and resume",
        text: "Pause a send: what still waits is refunded, and charged again when you resume.",
        href: "/sends",
      },
      {
        kind: "New",
        title: "Delivery hours and drafts",
        text: "Keep a send to certain hours and weekdays, in NZ time or by the recipient’s clock. Save unfinished sends as drafts.",
        href: "/send",
      },
      {
        kind: "New",
        title: "More webhook endpoints",
        text: "Add up to ten endpoints with event types of your choice, opt-outs among them. The two webhooks you have stay as they are.",
        href: "/webhooks",
      },
      {
        kind: "New",
        title: "Auto top-up",
        text: "Save a card, and your balance is topped up when it falls below an amount, within limits you set.",
        href: "/billing",
      },
      {
        kind: "Changed",
        title: "Sign in again",
        text: "Sessions can now be listed and ended. Sessions from before this update have ended.",
        href: "/settings",
      },
      {
        kind: "Fixed",
        title: "Saving a template on Send",
        text: "Saving a template while composing could send the message. It no longer does.",
        href: "/templates",
      },
    ],
  },
  {
    date: "2026-11-24",
    changes: [
      {
        kind: "New",
        title: "Auto replies",
        text: "Rules answer incoming texts by keyword, phrase, sender and time of day, or email them to you. Opt-out words always come first.",
        href: "/auto-replies",
      },
      {
        kind: "New",
        title: "Columns in texts",
        text: "Upload a file with names and appointments, and each recipient gets a text filled from its own row.",
        href: "/send",
      },
      {
        kind: "New",
        title: "Templates",
        text: "Save texts you send often, and use them on Send and in the Inbox.",
        href: "/templates",
      },
      {
        kind: "New",
        title: "Sends",
        text: "Messages sent together have a name and a page with progress, cost, replies, opt-outs and the causes of failures.",
        href: "/sends",
      },
      {
        kind: "New",
        title: "Schedule by the recipient’s clock",
        text: "A scheduled send can go out when each recipient’s own clock shows the time you chose.",
        href: "/send",
      },
      {
        kind: "New",
        title: "Usage alerts",
        text: "Get an email when your balance falls below an amount, or when a day’s or month’s charges pass one.",
        href: "/billing",
      },
    ],
  },
  {
    date: "2026-11-23",
    changes: [
      {
        kind: "New",
        title: "Scheduled messages",
        text: "sendAt schedules a message up to 90 days ahead. POST /gateway/sms/cancel cancels what still waits.",
        href: "/docs/waiting#scheduled",
      },
      {
        kind: "New",
        title: "Request log",
        text: "Every API request of the last seven days, with its status, error and duration. Secrets and codes are masked.",
        href: "/requests",
      },
      {
        kind: "New",
        title: "Clients for TypeScript and Python",
        text: "Download a client in one file, with safe retries, typed errors and webhook verification.",
        href: "/docs/clients",
      },
      {
        kind: "New",
        title: "Reference in seven languages",
        text: "Each operation has a page with samples, fields, errors and a form to try it.",
        href: "/docs/reference",
      },
      {
        kind: "New",
        title: "Causes of failures",
        text: "A message that failed says why, what to do, and lets you send it again.",
        href: "/docs/errors",
      },
      {
        kind: "New",
        title: "Statements as PDF",
        text: "Monthly statements name the supplier, with GST number and address.",
        href: "/billing",
      },
      {
        kind: "Changed",
        title: "New Members Area",
        text: "Lists sort, filter and update live. Press Ctrl K to search, and ? for shortcuts.",
        href: "/overview",
      },
      {
        kind: "New",
        title: "Status page",
        text: "See whether the gateway, its networks and webhooks work.",
        href: "/status",
      },
    ],
  },
  {
    date: "2026-11-22",
    changes: [
      {
        kind: "New",
        title: "Validity",
        text: "validityMinutes sets how long a message is worth delivering. One-time codes are valid for 10 minutes.",
        href: "/docs/waiting",
      },
      {
        kind: "Changed",
        title: "Signing secrets",
        text: "Every secret rolled in the last 24 hours signs, newest first, up to three. Receivers that accept any matching signature need no change.",
        href: "/docs/signatures",
      },
      {
        kind: "Fixed",
        title: "Disabled API keys",
        text: "Disabling a key ends its tokens for good. Get a new token after you enable it again.",
        href: "/api-keys",
      },
    ],
  },
  {
    date: "2026-11-21",
    changes: [
      {
        kind: "New",
        title: "Version 1.0.0",
        text: "Messages, one-time codes, reminders, number lookup, replies and delivery reports by signed webhook, and the Members Area.",
        href: "/docs",
      },
    ],
  },
];

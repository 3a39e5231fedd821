import { ROLE_NAMES } from "@/components/words/role-names";
import type { ActivityRecord } from "@/lib/contracts/members/activity";

type Details = ActivityRecord["details"];

/** The titles of actions that differ from their names. */
const ACTIONS: Readonly<Record<string, string>> = {
  second_factor_on: "Two-factor authentication turned on",
  second_factor_off: "Two-factor authentication turned off",
  message_deleted: "Message cancelled",
  auto_reply_list_full: "Auto reply couldn’t add to a list",
  auto_reply_tags_full: "Auto reply couldn’t add a tag",
};

/** The titles of details that differ from their names, and of changed settings. */
const NAMES: Readonly<Record<string, string>> = {
  givenBack: "refunded",
  endedEvents: "events marked as failed",
  discarded: "messages deleted",
  released: "messages sent",
  stays: "previous owner stays",
  noticeEmails: "notification emails",
  defaultSenderId: "default sender",
  templateSenderId: "sender for one-time codes and reminders",
  legacySendEnabled: "legacy endpoint",
  passwordOnApi: "API password",
};

/** The titles of some details' values, as on the pages that change them. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: Object.fromEntries(Object.entries(ROLE_NAMES).map(([role, { title }]) => [role, title])),
  kind: {
    report: "delivery reports",
    inbound: "replies",
    both: "replies and delivery reports",
    balance: "balance falls below",
    day: "charges in a day pass",
    month: "charges in a month pass",
  },
  enabled: { true: "on", false: "off" },
};

/** Formats an action as a sentence: `api_key_created` as "API key created". */
export function actionWords(action: string): string {
  const words = ACTIONS[action] ?? action.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats the details of an action: "email: ann@example.com, role: Developer". */
export function detailWords(details: Details): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${nameWords(name)}: ${valueWords(name, value)}`)
    .join(", ");
}

/** Splits a name into words, such as `givenBack` and `totalSegments`. */
function nameWords(name: string): string {
  return NAMES[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueWords(name: string, value: Details[string]): string {
  const text = String(value);
  if (name === "changed") return text.split(", ").map(nameWords).join(", ");
  const words = VALUES[name]?.[text];
  if (words !== undefined) return words;
  return typeof value === "boolean" ? (value ? "yes" : "no") : text;
}

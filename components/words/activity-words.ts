import { ROLE_NAMES } from "@/components/words/role-names";
import type { ActivityRecord } from "@/lib/contracts/members/activity";

type Details = ActivityRecord["details"];

/** Actions whose names are not what people call them. */
const ACTIONS: Readonly<Record<string, string>> = {
  second_factor_on: "Two-factor authentication turned on",
  second_factor_off: "Two-factor authentication turned off",
  message_deleted: "Message cancelled",
  auto_reply_list_full: "Auto reply couldn’t add to a list",
  auto_reply_tags_full: "Auto reply couldn’t add a tag",
};

/** Details whose names are not what people call them, and settings that were changed. */
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

/** What some details may be, as the pages that change it call it. */
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

/** `api_key_created` as a sentence: "API key created". */
export function actionWords(action: string): string {
  const words = ACTIONS[action] ?? action.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an action was about, with the words of the pages: "email: ann@example.com, role: Developer". */
export function detailWords(details: Details): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${nameWords(name)}: ${valueWords(name, value)}`)
    .join(", ");
}

/** `givenBack` and `totalSegments` as words. */
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

import { saidHour } from "@/components/ui/said-time";
import type { ReplyRuleRecord, ReplyRulesList, RuleVerdict } from "@/lib/contracts/members/auto-replies";
import { writtenWriter } from "@/lib/sms/numbers/written-number";

/** The days of the week by number, 1 for Monday. */
export const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const MATCH_TITLES = {
  keyword: "Starts with a keyword",
  phrase: "Contains a phrase",
  pattern: "Matches a pattern",
  any: "Any text",
} as const;

/** The title and format of the field for a rule's words, by the kind of match. */
export const WORDS_FIELDS = {
  keyword: {
    label: "Keywords",
    hint: "The first word of a text. Separate up to 20 with commas; capitals and accents don’t matter.",
  },
  phrase: {
    label: "Phrases",
    hint: "One per line, up to 20. Whole words; capitals, accents and punctuation don’t matter.",
  },
  pattern: {
    label: "Patterns",
    hint:
      "One per line, up to 20, each for the whole text. * stands for any text, ? for one letter or digit, # for one " +
      "digit: order ####, * refund *. Capitals, accents and punctuation don’t matter.",
  },
} as const;

export const HOURS_TITLES = {
  always: "At any time",
  during: "During these hours",
  outside: "Outside these hours",
} as const;

/** The pauses of a number, in minutes, with their titles. */
const PAUSES: readonly (readonly [minutes: number, title: string])[] = [
  [1, "1 minute"],
  [10, "10 minutes"],
  [60, "1 hour"],
  [1_440, "1 day"],
  [10_080, "7 days"],
];

/** Returns the options for a pause, including a current value from elsewhere, such as the API. */
export function pauseOptions(chosen: number): { value: string; title: string }[] {
  const known = PAUSES.some(([minutes]) => minutes === chosen);
  const other = known ? [] : [[chosen, `${chosen} minutes`] as const];
  return [...PAUSES, ...other].map(([minutes, title]) => ({ value: String(minutes), title }));
}

export const VERDICT_WORDS: Record<RuleVerdict, { color: "success" | "default"; words: string }> = {
  answers: { color: "success", words: "Matches" },
  disabled: { color: "default", words: "Off" },
  other_sender: { color: "default", words: "Other sender" },
  other_number: { color: "default", words: "Other number" },
  other_hours: { color: "default", words: "Not at this time" },
  other_words: { color: "default", words: "Text doesn’t match" },
  later: { color: "default", words: "An earlier rule matches" },
};

/** The possible lists and endpoints of a rule. */
export type Targets = Pick<ReplyRulesList, "lists" | "endpoints">;

/**
 * Returns the name of a rule's list or endpoint, or null if the rule has none. A deleted one gets a general
 * name.
 */
function named(of: readonly { id: string; name: string }[], id: string | null, what: string): string | null {
  return id === null ? null : (of.find((each) => each.id === id)?.name ?? what);
}

function namesOf({ addTo, removeFrom, sendTo }: ReplyRuleRecord, { lists, endpoints }: Targets) {
  return {
    addTo: named(lists, addTo, "a list"),
    removeFrom: named(lists, removeFrom, "a list"),
    sendTo: named(endpoints, sendTo, "an endpoint"),
  };
}

/** Returns a rule's actions besides replying, one a line. */
export function actionLines(rule: ReplyRuleRecord, targets: Targets): string[] {
  const { addTo, removeFrom, sendTo } = namesOf(rule, targets);
  const isPaused = targets.endpoints.some(({ id, isPaused }) => id === rule.sendTo && isPaused);
  return [
    ...(rule.forward ? ["Emails you the text"] : []),
    ...(sendTo === null ? [] : [`Sends the text to the webhook ${sendTo}`]),
    ...(isPaused ? [`${sendTo} is paused. Texts wait until you resume it.`] : []),
    ...(addTo === null ? [] : [`Adds the number to ${addTo}`]),
    ...(removeFrom === null ? [] : [`Removes the number from ${removeFrom}`]),
    ...(rule.tag === null ? [] : [`Adds the tag ${rule.tag}`]),
  ];
}

/** Formats a rule's actions as the rest of a sentence that begins with the rule's name. */
export function actionsOf(rule: ReplyRuleRecord, targets: Targets): string {
  const { addTo, removeFrom, sendTo } = namesOf(rule, targets);
  const actions = [
    ...(rule.text === "" ? [] : ["replies"]),
    ...(rule.forward ? ["emails you"] : []),
    ...(sendTo === null ? [] : [`sends the text to ${sendTo}`]),
    ...(addTo === null ? [] : [`adds the number to ${addTo}`]),
    ...(removeFrom === null ? [] : [`removes the number from ${removeFrom}`]),
    ...(rule.tag === null ? [] : [`adds the tag ${rule.tag}`]),
  ];
  return new Intl.ListFormat("en-NZ").format(actions);
}

/** Formats the conditions of a rule on one line. */
export function conditionsOf({
  match,
  words,
  sender,
  fromNumbers,
  hours,
  days,
  fromTime,
  toTime,
}: ReplyRuleRecord): string {
  const text = match === "any" ? MATCH_TITLES.any : `${MATCH_TITLES[match]}: ${words.join(", ")}`;
  const names = days.length === 7 ? "every day" : days.map((day) => DAYS[day - 1]).join(", ");
  const time =
    fromTime === toTime && fromTime === "00:00" ? "all day" : `${saidHour(fromTime)} to ${saidHour(toTime)}`;
  const when = hours === "always" ? null : `${hours === "during" ? "during" : "outside"} ${time}, ${names}`;
  const from = fromNumbers.length === 0 ? null : `from ${fromNumbers.map(writtenWriter).join(", ")}`;
  const to = sender === null ? null : `to ${sender}`;
  return [text, from, to, when].filter((part) => part !== null).join(" · ");
}

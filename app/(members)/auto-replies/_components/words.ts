import type { ReplyRuleRecord, RuleVerdict } from "@/lib/contracts/members/inbound/auto-replies";

/** Days of the week by their numbers, 1 for Monday. */
export const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const MATCH_TITLES = {
  keyword: "Starts with a keyword",
  phrase: "Contains a phrase",
  any: "Any text",
} as const;

export const HOURS_TITLES = {
  always: "At any time",
  during: "During these hours",
  outside: "Outside these hours",
} as const;

/** How long a number is left alone, by minutes. */
const PAUSES: readonly (readonly [minutes: number, title: string])[] = [
  [1, "1 minute"],
  [10, "10 minutes"],
  [60, "1 hour"],
  [1_440, "1 day"],
  [10_080, "7 days"],
];

/** What a pause may be; one that was set by other means is kept. */
export function pauseOptions(chosen: number): { value: string; title: string }[] {
  const known = PAUSES.some(([minutes]) => minutes === chosen);
  const other = known ? [] : [[chosen, `${chosen} minutes`] as const];
  return [...PAUSES, ...other].map(([minutes, title]) => ({ value: String(minutes), title }));
}

export const VERDICT_WORDS: Record<RuleVerdict, { color: "success" | "default"; words: string }> = {
  answers: { color: "success", words: "Matches" },
  disabled: { color: "default", words: "Off" },
  other_sender: { color: "default", words: "Other sender" },
  other_hours: { color: "default", words: "Not at this time" },
  other_words: { color: "default", words: "Text doesn’t match" },
  later: { color: "default", words: "An earlier rule matches" },
};

/** When a rule replies, in a line. */
export function conditionsOf({
  match,
  words,
  sender,
  hours,
  days,
  fromTime,
  toTime,
}: ReplyRuleRecord): string {
  const text = match === "any" ? MATCH_TITLES.any : `${MATCH_TITLES[match]}: ${words.join(", ")}`;
  const names = days.length === 7 ? "every day" : days.map((day) => DAYS[day - 1]).join(", ");
  const time = fromTime === toTime && fromTime === "00:00" ? "all day" : `${fromTime} to ${toTime}`;
  const when = hours === "always" ? null : `${hours === "during" ? "during" : "outside"} ${time}, ${names}`;
  return [text, sender === null ? null : `to ${sender}`, when].filter((part) => part !== null).join(" · ");
}

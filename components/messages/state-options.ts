import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import { MESSAGE_STATES } from "@/lib/contracts/base/values";

/** States that people look for most come first, the rest after them. */
const FIRST = [
  "DELIVRD",
  "PENDING",
  "SCHEDULED",
  "PAUSED",
  "NIGHT",
  "HELD",
  "UNDELIV",
  "FAILED",
  "BLOCKED",
] as const;
const STATES = [...FIRST, ...MESSAGE_STATES.filter((state) => !FIRST.some((first) => first === state))];

/** The states of messages to choose from in a filter. */
export const STATE_OPTIONS = [
  { value: "", title: "Any" },
  ...STATES.map((state) => ({ value: state, title: MESSAGE_STATE_WORDS[state] })),
];

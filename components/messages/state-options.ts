import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import { MESSAGE_STATES } from "@/lib/contracts/base/values";

/** The states that people look for most often come first. */
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

/** The options of a filter by message state. */
export const STATE_OPTIONS = [
  { value: "", title: "Any" },
  ...STATES.map((state) => ({ value: state, title: MESSAGE_STATE_WORDS[state] })),
];

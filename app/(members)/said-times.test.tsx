import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StatementEntries } from "@/app/(members)/billing/_components/statement-entries";
import { Outcomes } from "@/app/(members)/overview/_components/outcomes";
import { SendResult } from "@/app/(members)/send/_components/send-result";
import { groupsOf } from "@/components/shell/palette-results";
import { saidTime } from "@/components/ui/said-time";
import { Today } from "@/components/ui/today";
import type { SearchResults } from "@/lib/contracts/members/search";
import type { SendSummary } from "@/lib/contracts/members/send";

const NOW_MS = Date.parse("2026-11-22T20:00:00Z");

const SUMMARY: SendSummary = {
  sandbox: false,
  sender: "552",
  parts: 1,
  mostParts: 1,
  price: "0.23",
  failures: [],
  failed: 0,
  accepted: 0,
  queued: 2,
  held: 0,
  total: 2,
  optedOut: 0,
  cannotReceive: 0,
  leftOut: 0,
  heldDomains: [],
  messageId: null,
  sendId: null,
  scheduledFor: null,
  localTime: false,
  queuedUntil: "2026-11-25 07:00:00",
  goesOut: { first: "2026-11-24 09:00:00", last: "2026-11-25 08:35:00" },
};
const ENTRIES = [{ id: "a", at: "2026-11-22 08:35:00", kind: "topup" as const, note: null, amount: "5.00" }];
const DAYS = [{ day: "2026-11-22", sent: 3, delivered: 2, failed: 1, waiting: 0 }];

it.each([
  [
    "the result of a send",
    <SendResult key="send" summary={SUMMARY} onAgain={() => {}} />,
    [
      "Scheduled for tomorrow, 9:00 am",
      "The last is scheduled for 25 Nov, 8:35 am, New Zealand time.",
      "Messages to New Zealand numbers are sent at 7:00 am.",
    ],
  ],
  ["the days of the overview", <Outcomes key="days" days={DAYS} />, ["22 Nov"]],
  // The page may be printed, so it says no day as yesterday.
  [
    "the entries of a statement",
    <StatementEntries key="entries" entries={ENTRIES} omitted={0} />,
    ["22 Nov 2026"],
  ],
])("%s say times as people do", (_, part, said) => {
  const text = renderToStaticMarkup(<Today nowMs={NOW_MS}>{part}</Today>).replaceAll(/<[^>]+>/g, " ");
  for (const each of said) expect(text).toContain(each);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d/);
});

const FOUND: SearchResults = {
  messages: [
    { id: "a", to: "64211234567", text: "Kia ora", state: "DELIVRD", acceptedAt: "2026-11-22 08:35:56" },
  ],
  searchedSince: null,
  othersMessages: [{ id: "b", to: "64211234567", accountName: "Tūī", acceptedAt: "2026-11-23 20:05:00" }],
  conversations: [{ number: "64211234567", text: "Kia ora", at: "2025-11-22 08:35:56" }],
  accounts: [],
};

it("the palette says when something found was, as people do", () => {
  const groups = groupsOf([], "", FOUND, (at) => saidTime(at, "2026-11-23"));
  expect(groups.flatMap(({ results }) => results.map(({ note }) => note))).toEqual([
    "Delivered, Yesterday",
    "8:05 pm",
    "22 Nov 2025",
  ]);
});

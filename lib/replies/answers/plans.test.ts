import { expect, it, vi } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { readConversation } from "@/lib/inbound/read-conversation";
import { receive } from "@/lib/inbound/receive";
import { sendDueReplies } from "@/lib/replies/answers/send-due";
import { toldStatement } from "@/lib/replies/answers/send-due.sql";
import { makeDueChanges } from "@/lib/replies/changes/due-changes";
import { testRule } from "@/tests/support/auto-replies";
import { contactList } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording, scansOf } from "@/tests/support/database/plans";
import { NO_NIGHT, TEST_SECRET } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";

useTestDatabase();

const RULES = {
  maxRecipients: 100,
  validityMinutes: { otp: 10, other: 1_440 },
  quiet: NO_NIGHT,
  authSecret: TEST_SECRET,
};
const TABLES = [
  "auto_replies",
  "reply_rules",
  "inbound_messages",
  "blocked_numbers",
  "activities",
  "emails",
  "rule_actions",
  "contacts",
  "contact_lists",
  "contact_list_members",
  "conversation_tags",
];

async function answerOne(database: Database, accountId: number): Promise<void> {
  const from = newMobile();
  await sentMessage(accountId, from, NOON);
  await receive(database, "test", [carrierInbound({ from, receivedAt: NOON })], NOON);
  await sendDueReplies(database, RULES, NOON);
  await makeDueChanges(database, NOON);
  const asked = { number: from, limit: 10 };
  const { messages } = await readConversation(database, accountId, asked, NOON);
  expect(messages.map((message) => message.direction === "out" && message.autoReply)).toContain("Thanks");
}

it("looks rows up by their index, and asks for no more where an account has no rules", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const own = await testAccount();
  const { accountId } = own;
  const other = await contactList(own, "Other");
  const sendTo = (await furtherEndpoint(accountId, { eventTypes: ["optout.changed"] })).id;
  const addTo = await contactList(own, "VIP");
  await testRule(accountId, { forward: true, addTo, removeFrom: other, sendTo, tag: "Order" });
  const { database, asked } = recording();
  await answerOne(database, accountId);
  expect(await messagesOf(accountId)).toHaveLength(2);
  const statements = [
    ...new Map(asked.map((statement) => [statement.text, statement])).values(),
    toldStatement(accountId, "auto_reply_not_sent", NOON),
  ];
  const scans = (await Promise.all(statements.map((statement) => scansOf(db(), statement)))).flat();
  const ours = scans.filter(({ table }) => TABLES.includes(table));
  expect(new Set(ours.map(({ table }) => table))).toEqual(new Set(TABLES));
  expect(ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);

  const statementsFor = async (from: string): Promise<number> => {
    const { database: counted, asked: of } = recording();
    await receive(counted, "test", [carrierInbound({ from, receivedAt: NOON })], NOON);
    return of.length;
  };
  const [nobodys, others] = [newMobile(), newMobile()];
  await sentMessage((await testAccount()).accountId, others, NOON);
  expect(await statementsFor(others)).toBe(await statementsFor(nobodys));
  vi.useRealTimers();
});

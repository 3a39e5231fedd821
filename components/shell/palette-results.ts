import { CircleUser, Inbox, type LucideIcon, MessageSquareText } from "lucide-react";
import { type Command, findCommands } from "@/components/shell/commands";
import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import type { SearchResults } from "@/lib/contracts/members/search";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** A line of the palette: a command or a result from the server. */
export type Result = {
  /** Unique among the results. */
  id: string;
  title: string;
  /** A line below the title. */
  detail?: string;
  /** At the end of the line. */
  note?: string;
  icon: LucideIcon;
  keys?: readonly string[];
  command: Command;
};

export type ResultGroup = { title: string; results: readonly Result[] };

/**
 * Returns the commands that a text finds and the server's results, in groups with headings.
 * @param say formats a time in words.
 */
export function groupsOf(
  commands: readonly Command[],
  text: string,
  found: SearchResults | undefined,
  say: (at: string) => string,
): readonly ResultGroup[] {
  const own = new Map<string, Result[]>();
  for (const command of findCommands(commands, text)) {
    const { title, group, icon, keys } = command;
    const result = {
      id: `${group}-${title}`.replaceAll(" ", "-"),
      title,
      icon,
      command,
      ...(keys ? { keys } : {}),
    };
    own.set(group, [...(own.get(group) ?? []), result]);
  }
  const groups = [...own].map(([title, results]) => ({ title, results }));
  return [...groups, ...(found ? foundGroups(found, say) : [])].filter(({ results }) => results.length > 0);
}

function foundGroups(
  { messages, othersMessages, conversations, accounts }: SearchResults,
  say: (at: string) => string,
): ResultGroup[] {
  return [
    {
      title: "Messages found",
      results: messages.map(({ id, to, text, state, acceptedAt }) => ({
        ...leading(`/messages/${id}`, `To ${writtenNumber(to)}`, MessageSquareText),
        detail: text,
        note: `${MESSAGE_STATE_WORDS[state]}, ${say(acceptedAt)}`,
      })),
    },
    {
      title: "Messages of other accounts",
      results: othersMessages.map(({ id, to, accountName, acceptedAt }) => ({
        ...leading(`/admin/messages/${id}`, `To ${writtenNumber(to)}`, MessageSquareText),
        detail: accountName,
        note: say(acceptedAt),
      })),
    },
    {
      title: "Conversations found",
      results: conversations.map(({ number, text, at }) => ({
        ...leading(`/inbox/${encodeURIComponent(number)}`, writtenNumber(number), Inbox),
        detail: text,
        note: say(at),
      })),
    },
    {
      title: "Accounts found",
      results: accounts.map(({ accountId, name, email }) => ({
        ...leading(`/admin/accounts/${accountId}`, name, CircleUser),
        detail: email,
      })),
    },
  ];
}

/** Returns a result that opens a page. */
function leading(href: string, title: string, icon: LucideIcon): Result {
  return { id: href, title, icon, command: { title, icon, href, group: "" } };
}

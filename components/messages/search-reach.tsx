import { formatCount } from "@/components/ui/count";
import { Time } from "@/components/ui/time";
import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/base/values";

const LATEST = formatCount(MAX_SEARCHED_MESSAGES);

/**
 * How far the palette searches.
 * @param since since when all messages were searched, where older ones may be missing; else null.
 */
export function PaletteReach({ since }: { since: string | null }) {
  return (
    <p className="border-t border-line px-4 py-2.5 text-xs text-muted">
      {since === null
        ? `Searches all messages you’ve sent by number, word, or the first 3 letters of a word. Other parts of a word, and messages you’ve received: the last ${LATEST}.`
        : `Searched the last ${LATEST} messages you’ve sent, but not all older ones. Use longer or more words to find those. Messages you’ve received: the last ${LATEST}.`}
    </p>
  );
}

type Asked = { account: string; search: string };

/** How far the list of all messages goes back. */
export function ListReach({ since, asked }: { since: string | null; asked: Asked }) {
  if (since !== null)
    return (
      <p className="mt-4 text-sm text-muted">
        Searched the latest {LATEST} messages, back to <Time isLong isInSentence at={since} />.{" "}
        {beyondLatest(asked)}
      </p>
    );
  if (asked.search === "") return null;
  return (
    <p className="mt-4 text-sm text-muted">
      Searched all messages {asked.account === "" ? "" : "of the account "}by number, word, or the first 3
      letters of a word. Other parts of a word are found in the latest {LATEST}.
    </p>
  );
}

/** What finds older ones. */
function beyondLatest({ account, search }: Asked): string {
  if (search === "") return "For older ones, search, or choose an earlier end date.";
  const narrower = account === "" ? "an account, longer or more words," : "longer or more words,";
  return `Some older ones may be missing: use ${narrower} or an earlier end date.`;
}

import { formatCount } from "@/components/ui/count";
import { Time } from "@/components/ui/time";
import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/base/values";

const LATEST = formatCount(MAX_SEARCHED_MESSAGES);

/**
 * Says how far back the palette searched.
 * @param since the earliest time of a complete search, if older messages may be missing; otherwise null.
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

type MessageFilters = { account: string; search: string };

/** Says how far back the list of all messages goes. */
export function ListReach({ since, asked }: { since: string | null; asked: MessageFilters }) {
  if (since !== null)
    return (
      <p className="mt-4 text-sm text-muted">
        Searched the latest {LATEST} messages, back to <Time isLong isInSentence at={since} />.{" "}
        {beyondLatest(asked)}
      </p>
    );
  if (asked.search === "") return null;
  const searched = asked.account === "" ? "all messages" : "all messages of the account";
  return (
    <p className="mt-4 text-sm text-muted">
      {`Searched ${searched} by number, word, or the first 3 letters of a word. Other parts of a word are found in the latest ${LATEST}.`}
    </p>
  );
}

/** Returns advice for finding older messages. */
function beyondLatest({ account, search }: MessageFilters): string {
  if (search === "") return "For older ones, search, or choose an earlier end date.";
  const narrower = account === "" ? "an account, longer or more words," : "longer or more words,";
  return `Some older ones may be missing: use ${narrower} or an earlier end date.`;
}

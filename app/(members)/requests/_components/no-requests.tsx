import Link from "next/link";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { EmptyState } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { RequestsPage } from "@/lib/contracts/members/requests";

/** Draws the reason for a page without requests. */
export function NoRequests({
  page: { searchedTo, isKept },
  isFiltered,
}: {
  page: Pick<RequestsPage, "searchedTo" | "isKept">;
  isFiltered: boolean;
}) {
  if (searchedTo)
    return (
      <EmptyState title="No requests match so far">
        <SearchedTo at={searchedTo} />
      </EmptyState>
    );
  if (isFiltered) return <EmptyState title="No requests match">Change or clear the filters.</EmptyState>;
  if (!isKept)
    return <EmptyState title="Requests aren’t kept">The log is switched off for this service.</EmptyState>;
  return (
    <EmptyState title="No requests yet">
      Requests to the API appear here within a second, including those that were refused.{" "}
      <Link className={LINK_IN_TEXT} href="/docs/first-message">
        Send your first message
      </Link>
      .
    </EmptyState>
  );
}

/** Says how far back the log was searched, if the search stopped early. */
export function SearchedTo({ at }: { at: string }) {
  return (
    <>
      We searched up to <Time isLong isInSentence at={at} />. The next page goes on from there.
    </>
  );
}

import Link from "next/link";
import { messagesOf } from "@/app/(members)/sends/[id]/_components/messages-of";
import { countOf } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { failureOf } from "@/lib/contracts/base/delivery-outcomes";
import { OUTCOME_ERROR, OUTCOME_NO_ERROR } from "@/lib/contracts/base/values";
import type { BulkSend } from "@/lib/contracts/members/messages";

type Failure = BulkSend["failures"][number];

/**
 * Draws the causes of a send's failed messages, in the words of a message's page. Each cause links to its
 * messages.
 */
export function SendFailures({ id, send: { failures, otherFailures } }: { id: string; send: BulkSend }) {
  if (failures.length === 0) return null;
  return (
    <Panel title="Why messages failed">
      <ul className="flex flex-col gap-5 text-sm leading-6">
        {failures.map((failure) => {
          const { state, reason, error, cause, count } = failure;
          const words = failureOf(state, reason);
          return (
            <li key={`${state} ${reason} ${error}`} className="flex flex-col gap-1">
              <p className="font-medium">
                {words?.title}: {countOf(count, "message")}
              </p>
              <p className="wrap-anywhere">
                {cause ?? words?.cause}
                {error === null ? null : <span className="text-muted"> Error {error}.</span>}
              </p>
              <p>
                <Link className={LINK} href={messagesOf(id, filterOf(failure))}>
                  View messages<span className="sr-only"> with: {cause ?? words?.title}</span>
                </Link>
              </p>
            </li>
          );
        })}
      </ul>
      {otherFailures === 0 ? null : (
        <p className="mt-5 text-sm text-muted">
          {countOf(otherFailures, "more message")} failed for less frequent causes.
        </p>
      )}
    </Panel>
  );
}

function filterOf({ state, reason, error }: Failure): Parameters<typeof messagesOf>[1] {
  return {
    status: state,
    outcome: reason ?? (error === null ? OUTCOME_NO_ERROR : `${OUTCOME_ERROR}${error}`),
  };
}

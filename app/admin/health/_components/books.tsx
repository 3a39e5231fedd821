import { Figure } from "@/app/admin/health/_components/figure";
import { formatCount } from "@/components/ui/count";
import { NearLink } from "@/components/ui/near-link";
import { Time } from "@/components/ui/time";
import type { Health as Figures } from "@/lib/contracts/admin/health";

/** Draws the result of the last audit: if balances, ledger and messages agree. */
export function Books({ books }: Pick<Figures, "books">) {
  if (!books) return <p className="text-sm text-muted">The first audit runs tonight after 03:00.</p>;
  const { endedAt, isOld, disagreements, found } = books;
  const tone = disagreements > 0 ? "danger" : isOld ? "warning" : "success";
  return (
    <>
      <dl>
        <Figure title="Disagreements" tone={tone} value={formatCount(disagreements)}>
          {isOld ? "No audit completed since " : "Audited "}
          <Time isLong isInSentence at={endedAt} />
        </Figure>
      </dl>
      {found.length > 0 ? (
        <ul className="mt-5 flex flex-col gap-3 border-t border-line pt-4 text-sm">
          {found.map(({ sentence, accountId, count, example }) => (
            <li key={`${sentence}-${accountId}-${example}`}>
              {sentence} {count > 1 ? `${formatCount(count)} times, first: ` : ""}
              <span className="wrap-anywhere text-muted">{example}</span>{" "}
              {accountId === null ? null : (
                <NearLink
                  className="text-accent underline-offset-4 hover:underline"
                  href={`/admin/accounts/${accountId}`}
                >
                  Account {accountId}
                </NearLink>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

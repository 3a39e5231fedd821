import { Panel } from "@/components/ui/panel";
import type { RequestDetails } from "@/lib/contracts/members/requests";

/** Draws the parameters of a request, as far as the log keeps them. */
export function RequestParameters({
  request: { parameters, omitted },
}: {
  request: Pick<RequestDetails, "parameters" | "omitted">;
}) {
  if (parameters === null) {
    return (
      <Panel title="Parameters">
        <p className="text-sm">
          Parameters weren’t stored: your account sent more per second than the log stores.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Parameters">
      {parameters.length === 0 && omitted === 0 ? (
        <p className="text-sm">No readable parameters.</p>
      ) : (
        <dl className="rounded-lg bg-page p-3 font-mono text-xs leading-5">
          {parameters.map(({ name, value, isIgnored }) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{name}:</dt>
              <dd className="min-w-0 break-all">{isIgnored ? "ignored (unknown parameter)" : value}</dd>
            </div>
          ))}
          {omitted === 0 ? null : <div className="text-muted">and {omitted} more, not stored</div>}
        </dl>
      )}
      <p className="mt-3 text-sm text-muted">
        Passwords, secrets and codes are hidden. We store text length only, and three items of long lists.
      </p>
    </Panel>
  );
}

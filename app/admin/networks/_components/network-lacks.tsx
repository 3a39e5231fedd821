import { formatCount } from "@/components/ui/count";
import type { NetworkList, NetworkRecord } from "@/lib/contracts/admin/networks";

const LACKS = { senders: "senders", route: "routes" } as const;

/** Draws the missing settings of a network that gets no messages yet. Null if none is missing. */
export function NetworkLacks({ lacks }: Pick<NetworkRecord, "lacks">) {
  if (lacks.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      No {lacks.map((lack) => LACKS[lack]).join(" or ")} yet. Set this up with “Edit routes”.
    </p>
  );
}

/** Draws the senders without a mark that could send marketing. Null if there are none. */
export function NetworkUnrated({ unrated: { senders, count } }: Pick<NetworkRecord, "unrated">) {
  if (count === 0) return null;
  const more = count - senders.length;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      Marketing can go out from senders not marked as zero-rated: {senders.join(", ")}
      {more > 0 ? ` and ${formatCount(more)} more` : ""}.
    </p>
  );
}

/** Draws the problems of the current routes. Null if there are none. */
export function RouteTroubles({ routes: { problems, count } }: Pick<NetworkList, "routes">) {
  if (count === 0) return null;
  const more = count - problems.length;
  return (
    <ul aria-label="Problems with routes" className="flex flex-col gap-1 text-sm wrap-anywhere text-danger">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {more > 0 ? <li>{`And ${formatCount(more)} more.`}</li> : null}
    </ul>
  );
}

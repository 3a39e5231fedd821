import { formatCount } from "@/components/ui/count";
import type { NetworkList, NetworkRecord } from "@/lib/contracts/admin/networks";

const LACKS = {
  senders: "It has no senders, so it can’t send messages.",
  route: "No route leads to it.",
} as const;

/** What has to be set up before a network gets messages; null where nothing is missing. */
export function NetworkLacks({ lacks }: Pick<NetworkRecord, "lacks">) {
  if (lacks.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {lacks.map((lack) => LACKS[lack]).join(" ")} Set this up with “Edit routes”.
    </p>
  );
}

/** From which senders without a mark marketing could go out; null where there are none. */
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

/** What is wrong with the routes as they are; null where nothing is. */
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

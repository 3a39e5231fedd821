import { explainedLinkLoad, explainedLoad } from "@/app/admin/networks/_components/explained-load";
import { Chip } from "@/components/controls/chip";
import { countOf } from "@/components/ui/count";
import { Time } from "@/components/ui/time";
import type { LinkRecord, NetworkRecord } from "@/lib/contracts/admin/networks";

const STATES = {
  up: ["Up", "success"],
  connecting: ["Connecting", "warning"],
  down: ["Down", "danger"],
  draining: ["Draining", "warning"],
  disabled: ["Disabled", "default"],
  unusable: ["Can’t open", "danger"],
} as const;

const LINKS = {
  bound: "Bound",
  connecting: "Connecting",
  waiting: "Waiting to retry",
  stopped: "Closed",
  unheld: "Not open on any server",
} as const;

/** Draws the state of a network in one word. */
export function NetworkState({ state }: Pick<NetworkRecord, "state">) {
  const [word, color] = STATES[state];
  return <Chip color={color}>{word}</Chip>;
}

/**
 * Draws the cause of a network's state and its start. Null if there is nothing to explain. A link's own error
 * is shown with the link.
 */
export function NetworkCause({
  state,
  since,
  cause: first,
  links,
  begun,
}: Pick<NetworkRecord, "state" | "since" | "cause" | "links" | "begun">) {
  const cause = links.some(({ lastError }) => lastError === first) ? null : first;
  const sentence = {
    up: null,
    connecting: "No connection yet.",
    down:
      since === null ? null : (
        <>
          Since <Time isLong isInSentence at={since} />.
        </>
      ),
    draining: `It accepts no new messages. Reports and replies still arrive. ${stillBegun(begun)}`,
    disabled: "It has no connections and accepts no messages.",
    unusable: "Not in use. Check its settings.",
  }[state];
  if (sentence === null && cause === null) return null;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {sentence} {cause}
    </p>
  );
}

/**
 * Formats the messages that a drained network still gets, because it has parts of them already, or may have.
 */
function stillBegun({ count, isMore }: NetworkRecord["begun"]): string {
  if (count === 0) return "It has finished the messages it had begun.";
  return `It is still finishing ${isMore ? "more than " : ""}${countOf(count, "message")}.`;
}

/**
 * Draws the current rate of a network, with a note if the network asked for less. Null if the network gets no
 * messages.
 */
export function NetworkLoad({ load, links }: Pick<NetworkRecord, "load" | "links">) {
  if (load === null) return null;
  return <p className="text-sm tabular-nums">{explainedLoad(load, links.length > 0)}</p>;
}

/** Draws the connections of a network, with their states and last errors. */
export function Links({ name, links }: { name: string; links: readonly LinkRecord[] }) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={`${name} links`} className="flex flex-col gap-1 text-sm">
      {links.map(({ number, state, boundAt, lastError, load }) => (
        <li key={number} className="flex flex-wrap gap-x-3">
          <span className="font-medium tabular-nums">Link {number}</span>
          <span>
            {LINKS[state]}
            {boundAt ? (
              <span>
                {" "}
                since <Time isLong isInSentence at={boundAt} />
              </span>
            ) : null}
          </span>
          {load ? <span className="tabular-nums">{explainedLinkLoad(load)}</span> : null}
          {lastError ? <span className="wrap-anywhere text-muted">Last error: {lastError}</span> : null}
        </li>
      ))}
    </ul>
  );
}

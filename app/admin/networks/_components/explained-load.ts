import { countOf, formatCount } from "@/components/ui/count";
import type { LinkRecord, NetworkLoad } from "@/lib/contracts/admin/networks";

/**
 * Formats a network's rate per second, with a note if the network asked for less. For HTTP it also has the
 * number of requests in progress.
 */
export function explainedLoad(load: NetworkLoad, hasLinks: boolean): string {
  const { perSecond, tps, allowed, inUse, window, processes } = load;
  const unit = hasLinks ? "parts" : "messages";
  const sentences = [`Sending ${formatCount(perSecond)} of ${formatCount(tps)} ${unit} per second.`];
  if (!hasLinks) sentences.push(`${formatCount(inUse)} of ${countOf(window, "request")} under way.`);
  if (processes > 1) sentences.push(`Total of ${formatCount(processes)} server processes.`);
  if (allowed === 0) sentences.push("Paused: the network asked for less.");
  else if (allowed < tps)
    sentences.push(`Slowed to ${formatCount(allowed)} per second: the network asked for less.`);
  return sentences.join(" ");
}

/** Formats a connection's rate per second, and the used part of its window. */
export function explainedLinkLoad({ perSecond, inUse, window }: NonNullable<LinkRecord["load"]>): string {
  return `${formatCount(perSecond)} per second, ${formatCount(inUse)} of ${formatCount(window)} in the window`;
}

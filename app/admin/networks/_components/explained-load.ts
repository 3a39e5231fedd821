import { countOf, formatCount } from "@/components/ui/count";
import type { LinkRecord, NetworkLoad } from "@/lib/contracts/admin/networks";

/** What a network is sent a second, and whether it asked for less. By HTTP also how many requests are under way. */
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

/** What goes by a connection a second, and how much of its window is in use. */
export function explainedLinkLoad({ perSecond, inUse, window }: NonNullable<LinkRecord["load"]>): string {
  return `${formatCount(perSecond)} per second, ${formatCount(inUse)} of ${formatCount(window)} in the window`;
}

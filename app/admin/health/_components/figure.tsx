import type { ReactNode } from "react";
import { Chip } from "@/components/controls/chip";
import { countOf, formatCount } from "@/components/ui/count";
import type { Backlog, RowCount } from "@/lib/contracts/admin/health";

type Tone = "success" | "warning" | "danger";

/**
 * The ages from which a queue is behind and from which it is stuck, in seconds. A worker's lease takes 60
 * seconds.
 */
const BEHIND_S = 60;
const STUCK_S = 300;

const TONES: Record<Tone, string> = { success: "OK", warning: "Warning", danger: "Critical" };

/** Returns the state of a queue, from the time for which its oldest entry has been due. */
export function toneOf({ oldestDueS }: Backlog): Tone {
  if (oldestDueS === null || oldestDueS < BEHIND_S) return "success";
  return oldestDueS < STUCK_S ? "warning" : "danger";
}

/** Formats the time for which a queue's oldest entry has been due. */
export function waitingText({ oldestDueS }: Backlog): string {
  return oldestDueS === null ? "Nothing waiting" : `Oldest overdue by ${duration(oldestDueS)}`;
}

function duration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  const [size, unit]: [number, string] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.floor(seconds / 60), "minute"]
        : seconds < 172_800
          ? [Math.floor(seconds / 3_600), "hour"]
          : [Math.floor(seconds / 86_400), "day"];
  return countOf(size, unit);
}

/** Formats a size in bytes in a suitable unit. */
export function sizeText(bytes: number): string {
  const units = ["kB", "MB", "GB", "TB"];
  let size = bytes / 1_024;
  let unit = 0;
  for (; size >= 1_024 && unit < units.length - 1; unit++) size /= 1_024;
  return `${size.toLocaleString("en-NZ", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`;
}

/** Draws a figure with its name and meaning, and marks it if an administrator has to act. */
export function Figure({
  title,
  counted,
  value,
  tone,
  children,
}: {
  title: string;
  counted?: RowCount;
  value?: string;
  tone?: Tone;
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4">
      <dt className="font-medium">{title}</dt>
      <dd className="row-span-2 text-right">
        <span className="block text-xl font-semibold tabular-nums">
          {counted ? `${counted.isMore ? "over " : ""}${formatCount(counted.count)}` : value}
        </span>
        {tone ? <Chip color={tone}>{TONES[tone]}</Chip> : null}
      </dd>
      <dd className="text-sm text-muted">{children}</dd>
    </div>
  );
}

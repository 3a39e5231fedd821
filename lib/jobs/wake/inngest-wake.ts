import { waitUntil } from "@vercel/functions";
import { now } from "@/lib/clock";
import type { JobName } from "@/lib/db/wake";
import { onApproval } from "@/lib/domains/announce-approval";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/**
 * The queues that have wake-ups. Automatic answers, and reports that must be requested from a carrier, go with
 * dispatch.
 */
export type WakeUpKind = "dispatch" | "webhooks";

/** The time at which work is due in a cell. The rows have all else. */
export type WakeUp = { kind: WakeUpKind; at: Date; cell: number };

/** The kind of wake-up that announces a job's work; null if the sweep of the next minute is soon enough. */
export const KIND_OF: Record<JobName, WakeUpKind | null> = {
  dispatch: "dispatch",
  "carrier-reports": "dispatch",
  replies: "dispatch",
  webhooks: "webhooks",
  emails: null,
  "top-ups": null,
  sweep: null,
};

const SECOND_MS = 1_000;

/** The wake-up of work that is further away than this is rounded to a quarter of a minute. */
const NEAR_MS = 30_000;
const FAR_GRAIN_MS = 15_000;

/** The furthest wake-up, since sleeps have a limit. It then finds nothing due, and announces the next one. */
const FURTHEST_MS = 24 * 3_600_000;

/**
 * Returns the time at which to wake for work that is due at `dueAt`: a whole second after `now`, at or after `dueAt`.
 * A time that is far away is rounded more coarsely, so that the rows of a busy minute share few wake-ups. Full
 * minutes, and so the end of the night, stay as they are.
 */
export function wakeInstant(dueAt: Date, now: Date): Date {
  const from = now.getTime();
  const due = Math.min(Math.max(dueAt.getTime(), from + 1), from + FURTHEST_MS);
  const grain = due - from > NEAR_MS ? FAR_GRAIN_MS : SECOND_MS;
  return new Date(Math.ceil(due / grain) * grain);
}

/** The functions that send events, see `inngest/wake-ups`. */
export type EventSender = {
  due(wakeUp: WakeUp): Promise<unknown>;
  approved(accountId: number, at: Date): Promise<unknown>;
};

type Announcing = { sender: EventSender; sent: Map<string, number> };

const events = processWide<Announcing | undefined>("gatewayEvents", () => undefined);

/**
 * Starts to send events that announce work of later times: one event for each process, cell and time. An event that cannot be
 * sent is logged and dropped: the sweep finds the work within a minute of its time.
 */
export function startWakeUps(sender: EventSender): void {
  events.value = { sender, sent: new Map() };
  onApproval((accountId, at) => {
    const announced = delivered(sender.approved(accountId, at));
    waitUntil(announced);
    return announced;
  });
}

/** Returns whether wake-ups are announced. */
export function wantsWakeUps(): boolean {
  return events.value !== undefined;
}

/**
 * Announces work of a job in a cell that is due after the given milliseconds. Does nothing if wake-ups are not
 * announced.
 */
export function announceLater(job: JobName, inMs: number, cell: number): void {
  const kind = KIND_OF[job];
  const from = now();
  const announcing = events.value;
  if (kind && announcing)
    waitUntil(announce(announcing, { kind, at: wakeInstant(new Date(from.getTime() + inMs), from), cell }));
}

async function announce({ sender, sent }: Announcing, wakeUp: WakeUp): Promise<void> {
  const { kind, at, cell } = wakeUp;
  const key = `${cell} ${kind} ${at.getTime()}`;
  if (sent.has(key)) return;
  for (const [old, instant] of sent) if (instant < now().getTime()) sent.delete(old);
  sent.set(key, at.getTime());
  if (!(await delivered(sender.due(wakeUp)))) sent.delete(key);
}

/** Stops the announcements. */
export function stopWakeUps(): void {
  events.value = undefined;
  onApproval(undefined);
}

async function delivered(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    log().warn({ err: describeError(error) }, "event not sent");
    return false;
  }
}

import { waitUntil } from "@vercel/functions";
import { now } from "@/lib/clock";
import type { JobName } from "@/lib/db/wake";
import { onApproval } from "@/lib/domains/announce-approval";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** The queues that wake-ups are for. Reports that a carrier has to be asked for and automatic answers go with dispatch. */
export type WakeUpKind = "dispatch" | "webhooks";

/** Says when something is due in a cell, and nothing about what: the rows know. */
export type WakeUp = { kind: WakeUpKind; at: Date; cell: number };

/** Which wake-up a job's work is announced with; none for what the sweep's next minute is soon enough for. */
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

/** What is further away than this is woken to a quarter of a minute. */
const NEAR_MS = 30_000;
const FAR_GRAIN_MS = 15_000;

/** No wake-up is further ahead than this: it then finds nothing due, and announces the next. Sleeps have a limit. */
const FURTHEST_MS = 24 * 3_600_000;

/**
 * The instant to wake for what is due at `dueAt`: a whole second after `now`, at or after `dueAt`. It is
 * coarser when it is far away, so that a busy minute's rows come to few instants. Full minutes, and so the
 * end of the night, stay as they are.
 */
export function wakeInstant(dueAt: Date, now: Date): Date {
  const from = now.getTime();
  const due = Math.min(Math.max(dueAt.getTime(), from + 1), from + FURTHEST_MS);
  const grain = due - from > NEAR_MS ? FAR_GRAIN_MS : SECOND_MS;
  return new Date(Math.ceil(due / grain) * grain);
}

/** How events are sent; `inngest/wake-ups` knows. */
export type EventSender = {
  due(wakeUp: WakeUp): Promise<unknown>;
  approved(accountId: number, at: Date): Promise<unknown>;
};

type Announcing = { sender: EventSender; sent: Map<string, number> };

const events = processWide<Announcing | undefined>("gatewayEvents", () => undefined);

/**
 * Has work that is due later announced by events, once per process, cell and instant. An event that cannot be sent is logged
 * and dropped: the sweep finds the work within a minute of its time.
 */
export function startWakeUps(sender: EventSender): void {
  events.value = { sender, sent: new Map() };
  onApproval((accountId, at) => {
    const announced = delivered(sender.approved(accountId, at));
    waitUntil(announced);
    return announced;
  });
}

/** Whether anybody is told when work is due next. */
export function wantsWakeUps(): boolean {
  return events.value !== undefined;
}

/** Announces a cell's work of a job that is due in so many milliseconds. Where nobody is told, it does nothing. */
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

/** Announces nothing any more. */
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

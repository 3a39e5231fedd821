import { processWide } from "@/lib/process-wide";

/** Announces the approval of a domain for an account. Resolves with true if it was announced. */
export type ApprovalAnnouncer = (accountId: number, at: Date) => Promise<boolean>;

const announcer = processWide<ApprovalAnnouncer | undefined>("gatewayApprovals", () => undefined);

/** Sets the function that announces approvals, or removes it. */
export function onApproval(announce: ApprovalAnnouncer | undefined): void {
  announcer.value = announce;
}

/**
 * Announces an approval after its commit. Inngest then releases and sends held messages, in case this process ends
 * before it has released them. Does nothing without an announcer.
 * @returns whether it was announced. A process that ends right afterwards waits for it, and other callers need not.
 */
export async function announceApproval(accountId: number, at: Date): Promise<boolean> {
  return (await announcer.value?.(accountId, at)) ?? false;
}

import { processWide } from "@/lib/process-wide";

/** Announces that an account has had a domain approved. Resolves with whether it was announced. */
export type ApprovalAnnouncer = (accountId: number, at: Date) => Promise<boolean>;

const announcer = processWide<ApprovalAnnouncer | undefined>("gatewayApprovals", () => undefined);

/** Names who is told of approvals, or nobody. */
export function onApproval(announce: ApprovalAnnouncer | undefined): void {
  announcer.value = announce;
}

/**
 * Announces an approval after its commit: Inngest then releases and sends what was held, should this process end
 * before it has. Where nobody is told, it does nothing.
 * @returns whether it was announced, for who ends right afterwards; others need not wait.
 */
export async function announceApproval(accountId: number, at: Date): Promise<boolean> {
  return (await announcer.value?.(accountId, at)) ?? false;
}

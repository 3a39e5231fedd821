import type { ShellMember } from "@/components/shell/member-shell";
import type { SignedIn } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";

/** Returns the signed-in person with the fields that the frame of a page needs. */
export function shellMemberOf({ accountId, name, role, isAdmin, viewEndsAt }: SignedIn): ShellMember {
  const viewLeftMs = viewEndsAt === null ? null : Math.max(0, viewEndsAt.getTime() - now().getTime());
  return { accountId, name, role, isAdmin, viewLeftMs };
}

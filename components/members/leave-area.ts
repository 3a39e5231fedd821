import { signOut } from "@/components/members/session";
import { dropDraft } from "@/components/send/drafts";

/** Signs out, and leaves nothing of the account in this tab. */
export function leaveArea(): void {
  dropDraft();
  void signOut("/sign-in");
}

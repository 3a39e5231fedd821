import { signOut } from "@/components/members/session";
import { dropDraft } from "@/components/send/drafts";

/** Signs out, and deletes the account's data from this tab. */
export function leaveArea(): void {
  dropDraft();
  void signOut("/sign-in");
}

import { noticeFailure, noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { listAccountActivity, sendAccountResetLink } from "@/lib/contracts/generated/admin/accounts";

/** Returns an action that sends a link to choose a new password, and reports the result. */
export function useResetLink(onDone: () => void) {
  return useMemberAction(sendAccountResetLink, {
    changes: [listAccountActivity],
    onDone: ({ isEmailConfigured }) => {
      onDone();
      if (isEmailConfigured) noticeSuccess("Reset link sent.");
      else noticeFailure("Emails are not sent, since SMTP_URL is not set.");
    },
  });
}

import { resumeAutoTopUp } from "@/lib/billing/auto-top-up/change-auto-top-up";
import { resumeAutoTopUpOperation } from "@/lib/contracts/members/auto-top-up";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns auto top-up on again after it paused. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeAutoTopUpOperation, "auto_top_up_resumed", async (tx, { member }) => ({
    details: (await resumeAutoTopUp(tx, member.accountId)) ? {} : null,
  })),
});

import { stopAutoTopUp } from "@/lib/billing/auto-top-up/change-auto-top-up";
import { stopAutoTopUpOperation } from "@/lib/contracts/members/auto-top-up";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns auto top-up off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(stopAutoTopUpOperation, "auto_top_up_stopped", async (tx, { member }) => ({
    details: (await stopAutoTopUp(tx, member.accountId)) ? {} : null,
  })),
});

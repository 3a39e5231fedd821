import { setShortcodeOwner as operation } from "@/lib/contracts/admin/shortcodes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { setShortcodeOwner } from "@/lib/numbers/shortcodes";

/** Gives a sender to one account, or to everybody. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await setShortcodeOwner(db, input, actor, now);
    return { success: true as const };
  }),
});

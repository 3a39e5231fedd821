import { setShortcodeActive as operation } from "@/lib/contracts/admin/shortcodes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { setShortcodeActive } from "@/lib/numbers/shortcodes";

/** Takes a sender out of use, or puts it back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await setShortcodeActive(db, input, actor, now);
    return { success: true as const };
  }),
});

import { setTemplateSender as operation } from "@/lib/contracts/admin/shortcodes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { setTemplateSender } from "@/lib/numbers/shortcodes";

/** Chooses the sender of one-time codes and reminders. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await setTemplateSender(db, input.id, actor, now);
    return { success: true as const };
  }),
});

import {
  addShortcode as addShortcodeOperation,
  listShortcodes as list,
} from "@/lib/contracts/admin/shortcodes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { addShortcode, listShortcodes } from "@/lib/numbers/shortcodes";

/** All senders, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(list, ({ db, input }) => listShortcodes(db, input), "long"),
  POST: admin(addShortcodeOperation, async ({ db, actor, input, now }) => ({
    shortcode: await addShortcode(db, input, actor, now),
  })),
});

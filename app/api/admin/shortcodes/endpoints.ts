import {
  addShortcode as addShortcodeOperation,
  listShortcodes as listShortcodesOperation,
  setShortcodeActive as setShortcodeActiveOperation,
  setShortcodeOwner as setShortcodeOwnerOperation,
  setTemplateSender as setTemplateSenderOperation,
} from "@/lib/contracts/admin/shortcodes";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import {
  addShortcode,
  listShortcodes,
  setShortcodeActive,
  setShortcodeOwner,
  setTemplateSender,
} from "@/lib/numbers/shortcodes";

export const SHORTCODES_ENDPOINTS = tableOf([
  admin(listShortcodesOperation, ({ db, input }) => listShortcodes(db, input), "long"),
  admin(addShortcodeOperation, async ({ db, actor, input, now }) => ({
    shortcode: await addShortcode(db, input, actor, now),
  })),
  admin(setShortcodeActiveOperation, ({ db, actor, input, now }) =>
    setShortcodeActive(db, input, actor, now),
  ),
  admin(setShortcodeOwnerOperation, ({ db, actor, input, now }) => setShortcodeOwner(db, input, actor, now)),
  admin(setTemplateSenderOperation, ({ db, actor, input, now }) =>
    setTemplateSender(db, input.id, actor, now),
  ),
]);

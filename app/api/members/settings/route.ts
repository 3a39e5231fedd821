import { changeSettings, readSettings } from "@/lib/accounts/settings";
import {
  changeSettings as changeSettingsOperation,
  readSettings as readSettingsOperation,
} from "@/lib/contracts/members/settings";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What the account has chosen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readSettingsOperation, ({ db, member }) => readSettings(db, member.accountId, env().night)),
  POST: member(changeSettingsOperation, "settings_changed", async (tx, { member, input }) => {
    const changed = await changeSettings(tx, member.accountId, input);
    return { details: changed.length === 0 ? null : { changed: changed.join(", ") } };
  }),
});

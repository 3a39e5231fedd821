import { changeSettings, readSettings } from "@/lib/accounts/settings";
import {
  changeSettings as changeSettingsOperation,
  readSettings as readSettingsOperation,
} from "@/lib/contracts/members/settings";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const SETTINGS_ENDPOINTS = tableOf([
  member(readSettingsOperation, ({ db, member }) => readSettings(db, member.accountId, env().night)),
  member(changeSettingsOperation, "settings_changed", async (tx, { member, input }) => {
    const changed = await changeSettings(tx, member.accountId, input);
    return { details: changed.length === 0 ? null : { changed: changed.join(", ") } };
  }),
]);

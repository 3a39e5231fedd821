import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { EVERYONE_AND_VIEWERS } from "@/lib/contracts/base/roles";
import { MAX_MARK_LENGTH } from "@/lib/contracts/members/changes";
import { memberOperation } from "@/lib/contracts/members/operation";

/**
 * Streams the kinds of changes as server-sent events (rules: live pages). Each event's id is a change mark, and its
 * data is `{"changed": [...]}`.
 */
export const streamEvents = memberOperation({
  method: "GET",
  path: "/api/members/events",
  roles: EVERYONE_AND_VIEWERS,
  /** `since` is the change mark of the rendered page. The header `Last-Event-ID` has precedence. */
  request: z.object({ since: label(MAX_MARK_LENGTH).optional() }),
  response: z.object({}),
});

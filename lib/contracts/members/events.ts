import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { MAX_MARK_LENGTH } from "@/lib/contracts/members/changes";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/account-routes";

/**
 * A stream of server-sent events: which kinds of things have changed (rules: live pages). Each event's id is a
 * change mark, and its data `{"changed": [...]}`.
 */
export const streamEvents = memberOperation({
  ...routes.streamEvents,
  /** `since`: the change mark that the page was rendered with. The header `Last-Event-ID` goes before it. */
  request: z.object({ since: label(MAX_MARK_LENGTH).optional() }),
  response: z.object({}),
});

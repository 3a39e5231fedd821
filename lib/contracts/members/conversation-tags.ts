import { z } from "zod";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { number, tag } from "@/lib/contracts/members/inbox";
import { memberOperation } from "@/lib/contracts/members/operation";

/** Lists the tags of the account's conversations, each once (rules: conversation tags). */
export const listConversationTags = memberOperation({
  method: "GET",
  path: "/api/members/inbox/tags",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ tags: z.array(z.string()) }),
});

const change = {
  request: z.object({ number: number(), tag }),
  /** The conversation's tags after the change. */
  response: z.object({ success: z.literal(true), tags: z.array(z.string()) }),
};

/** Adds a tag to a conversation. An existing tag stays. */
export const addConversationTag = memberOperation({
  method: "POST",
  path: "/api/members/inbox/tags",
  roles: SENDERS,
  ...change,
});

/** Removes a tag from a conversation. */
export const removeConversationTag = memberOperation({
  method: "POST",
  path: "/api/members/inbox/tags/remove",
  roles: SENDERS,
  ...change,
});

export type TagRequest = z.output<typeof addConversationTag.request>;

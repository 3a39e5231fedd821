import { z } from "zod";
import { number, tag } from "@/lib/contracts/members/inbox";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** The tags that conversations of the account have, each once (rules: conversation tags). */
export const listConversationTags = memberOperation({
  ...routes.listConversationTags,
  request: z.object({}),
  response: z.object({ tags: z.array(z.string()) }),
});

const change = {
  request: z.object({ number: number(), tag }),
  /** The tags that the conversation has now. */
  response: z.object({ success: z.literal(true), tags: z.array(z.string()) }),
};

/** Puts a tag on a conversation. One that it has stays. */
export const addConversationTag = memberOperation({ ...routes.addConversationTag, ...change });

/** Takes a tag off a conversation. */
export const removeConversationTag = memberOperation({ ...routes.removeConversationTag, ...change });

export type TagRequest = z.output<typeof addConversationTag.request>;

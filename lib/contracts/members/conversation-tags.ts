import { z } from "zod";
import { number, tag } from "@/lib/contracts/members/inbox";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** Lists the tags of the account's conversations, each once (rules: conversation tags). */
export const listConversationTags = memberOperation({
  ...routes.listConversationTags,
  request: z.object({}),
  response: z.object({ tags: z.array(z.string()) }),
});

const change = {
  request: z.object({ number: number(), tag }),
  /** The conversation's tags after the change. */
  response: z.object({ success: z.literal(true), tags: z.array(z.string()) }),
};

/** Adds a tag to a conversation. An existing tag stays. */
export const addConversationTag = memberOperation({ ...routes.addConversationTag, ...change });

/** Removes a tag from a conversation. */
export const removeConversationTag = memberOperation({ ...routes.removeConversationTag, ...change });

export type TagRequest = z.output<typeof addConversationTag.request>;

import { z } from "zod";

/** The webhook event of an opt-out or a new subscription (rules: opt-out event). `timestamp` is in Unix seconds. */
export const optOutEvent = z
  .object({
    type: z.literal("optout").meta({ description: "Always `optout` for opt-outs." }),
    number: z.string().meta({ description: "The number.", examples: ["64211234567"] }),
    active: z.boolean().meta({ description: "Whether it is blocked now. False: it has resubscribed." }),
    keyword: z.string().meta({ description: "The word it opted out with.", examples: ["STOP"] }),
    by: z.enum(["message", "hand"]).meta({
      description: "`message`: by a text of its own. `hand`: in the Members Area.",
    }),
    shortcode: z
      .string()
      .optional()
      .meta({ description: "The shortcode it wrote to.", examples: ["552"] }),
    timestamp: z.int().meta({ description: "When that was, in Unix seconds.", examples: [1_795_215_690] }),
  })
  .meta({ id: "OptOutEvent", description: "A number that has opted out or resubscribed." });

export type OptOutEvent = z.output<typeof optOutEvent>;

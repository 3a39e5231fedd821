import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { text } from "@/lib/contracts/base/parameters";

/**
 * The request of a number lookup (rules: number lookup). `lib/sms/numbers/nz-mobile` decides the validity of a
 * number.
 */
export const numberLookupRequest = z
  .object({
    number: text().meta({
      description:
        "A New Zealand mobile number: `02X…` or `642X…`, with or without spaces and a leading plus.",
      examples: ["021 123 4567"],
    }),
  })
  .meta({ id: "NumberLookupRequest", description: "Which number to look up." });

/** The result of a number lookup. */
export const numberLookupResponse = z
  .object({
    success: z.literal(true),
    number: z.string().meta({
      description: "The number in international form, without a plus sign.",
      pattern: "^642\\d{7,9}$",
      examples: ["64211234567"],
    }),
    carrier: z.string().meta({ description: "The network it is with now.", examples: ["Spark"] }),
    ported: z.boolean().meta({ description: "Whether the number moved to another network." }),
    original_network: z.string().meta({
      description: "The network that issued the number, by its prefix. `Unknown` for an unknown prefix.",
      examples: ["One NZ"],
    }),
    current_network: z.string().meta({
      description: "The current network, as in `carrier`. `Unknown` if not known.",
      examples: ["Spark"],
    }),
    network_code: z.string().meta({
      description: "The current network’s operator code. Empty if not known.",
      examples: ["53005"],
    }),
  })
  .meta({ id: "NumberLookupResponse", description: "Which network a number is with." });

export type NumberLookupResponse = z.output<typeof numberLookupResponse>;

/** Looks up a number's network (rules: lookup fee). */
export const lookupNumberOperation = operation({
  id: "lookupNumber",
  method: "POST",
  path: "/gateway/number/lookup",
  tag: "Numbers",
  summary: "Look up a number's network",
  description:
    "Validates a New Zealand mobile number and returns its original and current network. Each valid number costs the fixed lookup fee. Errors are free.",
  callers: "account",
  request: numberLookupRequest,
  logged: { number: "recipients" },
  response: numberLookupResponse,
  errors: ["invalid_number", "insufficient_funds"],
  examples: [
    {
      summary: "A number that has been ported",
      request: { number: "021 123 4567" },
      response: {
        success: true,
        number: "64211234567",
        carrier: "Spark",
        ported: true,
        original_network: "One NZ",
        current_network: "Spark",
        network_code: "53005",
      },
    },
  ],
});

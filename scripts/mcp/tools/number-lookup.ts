import { z } from "zod";
import { lookupNumberOperation, numberLookupResponse } from "@/lib/contracts/gateway/number-lookup";
import { formatNzMoney, toDecimal } from "@/lib/money";
import { GatewayFailure } from "@/scripts/mcp/base/gateway-failure";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { type Confirmation, Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { askPerson, canAsk, isQuestion } from "@/scripts/mcp/confirm/consent";
import { amount } from "@/scripts/mcp/sending/preview";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const NAME = "number_lookup";

const { number, ported, original_network, current_network, network_code } = numberLookupResponse.shape;

const input = z.object({
  number: z
    .string()
    .regex(/^\+?[\d ]{7,20}$/, "must be a New Zealand mobile number")
    .meta({ description: lookupNumberOperation.request.shape.number.description }),
  confirmation: z.string().max(100).optional().meta({
    description:
      "The value that the first call returned, after the user has said yes. Not needed if the client asks.",
  }),
});

const output = z.object({
  status: z.enum(["confirmation_required", "done"]),
  price: amount.meta({ description: "The price in NZD, GST included." }),
  confirmation: z.string().optional(),
  expiresInSeconds: z.int().optional(),
  number: number.optional(),
  ported: ported.optional(),
  original_network: original_network.optional(),
  current_network: current_network.optional(),
  network_code: network_code.optional(),
});

const ASK =
  "Nothing was looked up. Tell your user the number and the price, and ask. Only after their yes call number_lookup again with the same number and this confirmation.";

/**
 * Adds the tool that looks up a number's network after a person's confirmation
 * (rules: number lookup, assistant confirmation).
 */
export function addNumberLookup(box: Toolbox): void {
  const { confirmations, limit, settings } = box;
  const priceMicros = settings.lookupPriceMicros;
  const price = toDecimal(priceMicros);
  registerTool(box.server, box.log, {
    name: NAME,
    title: "Look up a number's network",
    description: `Looks up which network a New Zealand mobile number is with. Each lookup of a valid number is billed, about ${formatNzMoney(price)}. Never call it without your user's yes: the first call gives a confirmation, or the client asks the user in a form.`,
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: async ({ confirmation: token, ...request }, context) => {
      const asked = { tool: NAME, request, priceMicros };
      if (canAsk(box.server, context)) {
        const confirmed = await askPerson(confirmations, context, asked, async () => {
          await limit.check(priceMicros);
          return { ...asked, text: `Look up the network of ${request.number} for ${formatNzMoney(price)}?` };
        });
        return isQuestion(confirmed) ? confirmed : lookUp(box, request, confirmed);
      }
      if (token !== undefined) return lookUp(box, request, confirmations.use(token, NAME, request));
      await limit.check(priceMicros);
      const confirmation = confirmations.offer(asked);
      const expiresInSeconds = Confirmations.lifetimeSeconds;
      return result({ status: "confirmation_required", price, confirmation, expiresInSeconds }, ASK);
    },
  });
}

/** Looks the number up. It counts the price before the gateway bills it, and counts it back if the lookup was free. */
async function lookUp({ gateway, limit }: Toolbox, request: { number: string }, confirmed: Confirmation) {
  const { priceMicros } = confirmed;
  return limit
    .spend(priceMicros, async ({ day }) => {
      limit.countLookup(day, priceMicros);
      const {
        success: _success,
        carrier: _carrier,
        ...found
      } = await gateway.ask(lookupNumberOperation, request).catch((error: unknown) => {
        if (error instanceof GatewayFailure && error.isUndone) limit.countLookup(day, -priceMicros);
        throw error;
      });
      confirmed.end("The number was looked up.");
      return result({ status: "done", price: toDecimal(priceMicros), ...found });
    })
    .catch((error: unknown) => {
      // A lookup has no idempotency key: if it may have been billed, another one needs another confirmation.
      if (error instanceof GatewayFailure && !error.isUndone)
        confirmed.end("The outcome of the lookup is not known.");
      else confirmed.release();
      throw error;
    });
}

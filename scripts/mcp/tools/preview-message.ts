import { z } from "zod";
import { toDecimal } from "@/lib/money";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { canAsk } from "@/scripts/mcp/confirm/consent";
import { messageRequest } from "@/scripts/mcp/sending/message-request";
import { describePreview, previewOf, previewShape } from "@/scripts/mcp/sending/preview";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const output = z.object({
  ...previewShape,
  confirmation: z
    .string()
    .optional()
    .meta({ description: "For send_message, once the user has said yes to exactly this. It counts once." }),
  expiresInSeconds: z.int().optional(),
});

const ASK =
  "Show your user the recipients, the text and the price, and ask whether to send it. Only after their yes call send_message with exactly the same values and this confirmation.";
const CLIENT_ASKS =
  "Nothing was sent. send_message with the same values asks the user in a form before it sends.";

/**
 * Adds the tool that previews the effects and the price of a message. If the client has no form, it returns the
 * confirmation that `send_message` needs.
 */
export function addPreviewMessage(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "preview_message",
    title: "Preview a text message",
    description:
      "Shows a text message as it would be sent, its recipients, parts and price. Sends and bills nothing. Show the result to your user and ask before you call send_message.",
    input: messageRequest,
    output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (request, context) => {
      const preview = await previewOf(box.gateway, box.limit, request);
      const { leftMicros } = await box.limit.check(preview.priceMicros);
      const told = { ...describePreview(preview, request), leftToday: toDecimal(leftMicros) };
      if (canAsk(box.server, context)) return result(told, CLIENT_ASKS);
      const { priceMicros } = preview;
      const confirmation = box.confirmations.offer({ tool: "send_message", request, priceMicros });
      return result({ ...told, confirmation, expiresInSeconds: Confirmations.lifetimeSeconds }, ASK);
    },
  });
}

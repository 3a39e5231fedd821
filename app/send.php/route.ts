import { legacySendOperation } from "@/lib/contracts/gateway/legacy-send";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import { sendLegacy } from "@/lib/messages/send/send-legacy";
import { sendRules } from "@/lib/messages/send-rules";

/**
 * Sends a text for a request to a plain address, and responds with one line of plain text
 * (rules: legacy send, legacy errors).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    ...authenticated(
      legacySendOperation,
      async ({ db, caller, input, note, now }) => {
        const messageId = await sendLegacy({ db, caller, rules: sendRules(), now }, input);
        note.messageId = messageId;
        return new Reply(`SUCCESS:${messageId}`, {
          headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
        });
      },
      "at-once",
    ),
    notByHead: true,
  },
});

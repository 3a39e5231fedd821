import { takeCardEvent } from "@/lib/billing/card-top-up";
import { currentCards } from "@/lib/billing/current-cards";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { readBody } from "@/lib/http/body";
import { route } from "@/lib/http/handler";

/** Where Stripe tells of payments; there while its keys are set. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: {
      run: async (request) => {
        const cards = currentCards();
        if (!cards) throw new GatewayError("not_found", "Cards are not taken here.");
        const signature = request.headers.get("stripe-signature");
        const outcome = await takeCardEvent(db(), cards, await readBody(request), signature, now());
        return { success: true, outcome };
      },
    },
  },
  () => currentCards() !== null,
);

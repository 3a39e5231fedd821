import { takeCardEvent } from "@/lib/billing/card-events/take-card-event";
import { currentCards } from "@/lib/billing/cards/current-cards";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { readBody, UNVERIFIED } from "@/lib/http/body/body";
import { route } from "@/lib/http/handler";

/** Where Stripe tells of payments; there while its keys are set. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: {
      run: async (request) => {
        const cards = currentCards();
        if (!cards) throw new GatewayError("not_found", "Cards are not taken here.");
        const signature = request.header("stripe-signature");
        // Its signature is over all of it: until it is read, anybody may have sent it.
        const body = await readBody(request, UNVERIFIED);
        const outcome = await takeCardEvent(db(), cards, { body, signature }, now());
        return { success: true, outcome };
      },
    },
  },
  () => currentCards() !== null,
);

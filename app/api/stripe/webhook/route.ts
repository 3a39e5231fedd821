import { takeCardEvent } from "@/lib/billing/card-events/take-card-event";
import { currentCards } from "@/lib/billing/cards/current-cards";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { readBody, UNVERIFIED } from "@/lib/http/body/body";
import { route } from "@/lib/http/handler";

/** Receives Stripe's payment events if its keys are set. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: {
      run: async (request) => {
        const cards = currentCards();
        if (!cards) throw new GatewayError("not_found", "Card payments are not available.");
        const signature = request.header("stripe-signature");
        // The signature covers the whole body, so a stranger may have sent a body that is not read yet.
        const body = await readBody(request, UNVERIFIED);
        const outcome = await takeCardEvent(db(), cards, { body, signature }, now());
        return { success: true, outcome };
      },
    },
  },
  () => currentCards() !== null,
);

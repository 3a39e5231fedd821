type EventDelivery = {
  state: "pending" | "delivered" | "failed";
  attempts: number;
  responseCode: number | null;
  nextAt: string | null;
};

/** Formats the outcome of a webhook event on one line: "Your webhook responded 503; retrying". */
export function webhookOutcome({ state, attempts, responseCode, nextAt }: EventDelivery): string {
  if (attempts === 0) {
    return state === "pending" && nextAt === null
      ? "On hold: your webhook is paused"
      : "Sending to your webhook";
  }
  const came = `Your webhook ${responseCode === null ? "didn’t respond" : `responded ${responseCode}`}`;
  if (state === "delivered") return came;
  return state === "failed" ? `${came}; no more attempts` : `${came}; retrying`;
}

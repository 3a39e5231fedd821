import Stripe from "stripe";

/** What is needed to take payments. `server` is another address than Stripe's own, for tests. */
export type CardSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Where people are led back to. */
  appUrl: string;
  server?: { protocol: "http"; host: string; port: number };
};

const TIMEOUT_MS = 15_000;

/** Stripe's own client, for an installation's account there. */
export function stripeClient({ secretKey, server = undefined }: CardSettings): Stripe {
  return new Stripe(secretKey, {
    ...(server ?? {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

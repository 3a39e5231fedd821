import Stripe from "stripe";

/** The settings for payments. `server` replaces Stripe's own address in tests. */
export type CardSettings = {
  secretKey: string;
  webhookSecret: string;
  /** The address that people return to. */
  appUrl: string;
  server?: { protocol: "http"; host: string; port: number };
};

const TIMEOUT_MS = 15_000;

/** Returns Stripe's client for the installation's Stripe account. */
export function stripeClient({ secretKey, server = undefined }: CardSettings): Stripe {
  return new Stripe(secretKey, {
    ...(server ?? {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * A message from a mobile user as a carrier hands it over, its parts joined. `reference` is the carrier's,
 * and the same whenever the message is delivered again. `network` is null where the carrier does not name it.
 */
export type CarrierInbound = {
  reference: string;
  from: string;
  to: string;
  body: string;
  encoding: Encoding;
  network: string | null;
  receivedAt: Date;
};

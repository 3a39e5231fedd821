import type { ReadingTerms } from "@/lib/smpp/text/text";
import type { Concatenation } from "@/lib/smpp/text/udh";
import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * Which part of a long message this is. `octets` are its text, read by `terms` together with those of other parts: a
 * character may be cut between two. They are not packed.
 */
export type InboundPart = Concatenation & { octets: Buffer; terms: ReadingTerms };

/**
 * By what a network's repetition is known after the process ended that took the message: a hash of all that the message is, and who
 * holds the links it came by, as in `carrier_links`.
 */
export type InboundOrigin = { hash: Buffer; owner: string };

/**
 * A message from a mobile user as a carrier hands it over. `reference` is the carrier's,
 * and the same whenever the message is delivered again. `network` is null where the carrier does not name it.
 * With `part` it is a part of a message, which is joined with the others; `body` is its text alone. `sharedAddress`: where it is
 * to, of a part that may be to one of several senders.
 */
export type CarrierInbound = {
  reference: string;
  from: string;
  to: string;
  body: string;
  encoding: Encoding;
  network: string | null;
  receivedAt: Date;
  part?: InboundPart;
  sharedAddress?: string;
  origin?: InboundOrigin;
};

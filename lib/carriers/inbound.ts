import type { ReadingTerms } from "@/lib/smpp/text/text";
import type { Concatenation } from "@/lib/smpp/text/udh";
import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * A part of a long message. `octets` are its text, not packed. They are decoded according to `terms` together
 * with the other parts, because a character may be cut in two.
 */
export type InboundPart = Concatenation & { octets: Buffer; terms: ReadingTerms };

/**
 * The identity of a message that arrived before a restart, for recognizing its repetition. `hash` covers the
 * whole message. `owner` held the links that it arrived by, as in `carrier_links`.
 */
export type InboundOrigin = { hash: Buffer; owner: string };

/**
 * A message from a mobile user. `reference` is the carrier's, and is the same at each delivery. `network` is
 * null if the carrier does not name it. With `part` it is one part of a message, `body` is the text of that
 * part, and the parts are joined later. `sharedAddress` is the destination of a part if several senders share
 * that address.
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

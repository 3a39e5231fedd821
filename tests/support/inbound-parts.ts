import type { CarrierInbound, InboundPart } from "@/lib/carriers/inbound";
import type { Part } from "@/lib/inbound/parts/join";
import { carrierInbound } from "@/tests/support/inbound";

/** Returns a part of a long message, as a carrier delivers it: by default the first of two. */
export function part(
  { octets = Buffer.from("part"), terms, ...place }: Partial<InboundPart> = {},
  overrides: Partial<CarrierInbound> = {},
): Part {
  const concatenation = { reference: 7, bits: 8, total: 2, number: 1, ...place } as const;
  return {
    ...carrierInbound({ body: octets.toString("latin1"), ...overrides }),
    part: { ...concatenation, octets, terms: terms ?? { dataCoding: 0, alphabet: "gsm" } },
  };
}

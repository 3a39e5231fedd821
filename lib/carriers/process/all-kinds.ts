import { httpKind } from "@/lib/carriers/http/kind";
import type { CarrierKind } from "@/lib/carriers/kinds";
import { smppKind } from "@/lib/carriers/smpp/kind";

/** The kinds by their names, as rows of `carriers` have them. */
export const CARRIER_KINDS: Readonly<Record<string, CarrierKind>> = {
  smpp: smppKind,
  http: httpKind,
};

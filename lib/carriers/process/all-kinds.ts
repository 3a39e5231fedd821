import { httpKind } from "@/lib/carriers/http/kind";
import type { CarrierKind } from "@/lib/carriers/kinds";
import { smppKind } from "@/lib/carriers/smpp/kind";

/** The kinds by their names in rows of `carriers`. */
export const CARRIER_KINDS: Readonly<Record<string, CarrierKind>> = {
  smpp: smppKind,
  http: httpKind,
};

import { type CarrierKind, carrierKind } from "@/lib/carriers/kinds";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { LinkLeases } from "@/lib/carriers/smpp/link-leases";
import { smppSettingsSchema } from "@/lib/carriers/smpp/settings";

/** Networks that are reached by SMPP 3.4. */
export const smppKind: CarrierKind = carrierKind(
  smppSettingsSchema,
  true,
  (settings, { id, name, db }) => new SmppCarrier({ id, name, settings, ownership: new LinkLeases(db) }),
);

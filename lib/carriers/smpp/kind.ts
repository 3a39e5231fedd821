import { noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { type CarrierKind, carrierKind } from "@/lib/carriers/kinds";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { causeOf, knownStatus, STATUSES } from "@/lib/carriers/smpp/errors";
import { LinkLeases } from "@/lib/carriers/smpp/link-leases";
import { smppSettingsSchema } from "@/lib/carriers/smpp/settings";
import { formatStatus } from "@/lib/smpp/pdu/status";

/** Networks that are reached by SMPP 3.4. One without a row is only tried, and opens its links as if nobody had them. */
export const smppKind: CarrierKind = {
  ...carrierKind(
    smppSettingsSchema,
    true,
    (settings, { id, name, db, errorRules }) =>
      new SmppCarrier({
        ...{ id, name, settings, errorRules },
        ...(id > 0 && {
          ownership: new LinkLeases(db),
          happened: (event) => noteCarrierEvent(db, name, event),
        }),
      }),
  ),
  // A client certificate has its key beside it.
  secretNames: ["password", "tls"],
  causeOf: (code) => causeOf(Number(code)),
  knownError: knownStatus,
  knownCodes: () => [...STATUSES.keys()].map(formatStatus),
};

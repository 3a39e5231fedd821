import { noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { type CarrierKind, carrierKind, type TrialWay } from "@/lib/carriers/kinds";
import { mayBeItsKind } from "@/lib/carriers/smpp/binds/bind-refusals";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { causeOf, knownStatus, STATUSES } from "@/lib/carriers/smpp/errors";
import { LinkLeases } from "@/lib/carriers/smpp/link-leases";
import { smppSettingsSchema } from "@/lib/carriers/smpp/settings";
import { formatStatus } from "@/lib/smpp/pdu/status";
import { otherBases } from "@/lib/smpp/receipt/message-id";

/**
 * Networks that are reached by SMPP 3.4. A network without a row is only tried. It opens its links without
 * leases.
 */
export const smppKind: CarrierKind = {
  ...carrierKind(
    smppSettingsSchema,
    true,
    (settings, { id, name, db, errorRules, happened }) =>
      new SmppCarrier({
        id,
        name,
        settings,
        errorRules,
        ...(happened && { happened }),
        ...(id > 0 && {
          ownership: new LinkLeases(db),
          happened: (event) => noteCarrierEvent(db, name, event),
        }),
      }),
  ),
  trialWays,
  otherForms: (reference) => otherBases(reference).map(({ id }) => id),
  // `tls` may contain the key of a client certificate.
  secretNames: ["password", "tls"],
  causeOf: (code) => causeOf(Number(code)),
  knownError: knownStatus,
  knownCodes: () => [...STATUSES.keys()].map(formatStatus),
};

/**
 * Returns the settings for a trial: one transmitter, which gets no deliveries, then one transceiver if the
 * settings have any.
 */
function trialWays(given: unknown): TrialWay[] {
  const { binds } = smppSettingsSchema.parse(given);
  const by = (kind: "transmitter" | "transceiver") => ({ ...(given as object), binds: { [kind]: 1 } });
  const transmitter = { given: by("transmitter"), receives: false };
  const transceiver = { given: by("transceiver"), receives: true, follows: mayBeItsKind };
  return binds.transceiver > 0 ? [transmitter, transceiver] : [transmitter];
}

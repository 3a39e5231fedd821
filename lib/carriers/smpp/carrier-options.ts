import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import type { ErrorRules } from "@/lib/carriers/error-rules";
import type { LinkOwnership } from "@/lib/carriers/smpp/link-leases";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** Options of a network that is reached by SMPP. `random` randomizes the waits between attempts to bind. */
export type SmppCarrierOptions = {
  id: number;
  name: string;
  settings: SmppSettings;
  /** Assigns links to this process. If it is missing, the process holds all. */
  ownership?: LinkOwnership;
  random?: () => number;
  /** Times for judging the network, instead of the defaults. */
  standingTimes?: Partial<StandingTimes> | undefined;
  /** Returns the operator's current rules for all networks of this kind. */
  errorRules?: (() => ErrorRules) | undefined;
  /** Receives an event of a link, or of the network. */
  happened?(event: CarrierEvent): void;
};

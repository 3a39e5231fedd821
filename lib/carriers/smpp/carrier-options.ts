import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import type { ErrorRules } from "@/lib/carriers/error-rules";
import type { LinkOwnership } from "@/lib/carriers/smpp/link-leases";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** What a network reached by SMPP is made with. `random`: for the waits between attempts to bind. */
export type SmppCarrierOptions = {
  id: number;
  name: string;
  settings: SmppSettings;
  /** Says which links this process holds; without it, all. */
  ownership?: LinkOwnership;
  random?: () => number;
  /** Times by which the network is judged, in place of the usual. */
  standingTimes?: Partial<StandingTimes> | undefined;
  /** The operator's rules for all networks of this kind, as they are by then. */
  errorRules?: (() => ErrorRules) | undefined;
  /** Something happened to a link, or to all. */
  happened?(event: CarrierEvent): void;
};

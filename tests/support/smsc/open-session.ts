import type { Fields } from "@/lib/smpp/pdu/layouts";
import type { Delivery } from "@/lib/smpp/receipt/receipt";
import { connect } from "@/lib/smpp/session/connect";
import type { BindResult } from "@/lib/smpp/session/events";
import type { Settlement } from "@/lib/smpp/session/in-flight";
import { Sequence } from "@/lib/smpp/session/sequence";
import { Session } from "@/lib/smpp/session/session";
import { DEFAULT_SESSION, type SessionSettings } from "@/lib/smpp/session/settings";
import type { FaultySmsc } from "@/tests/support/smsc/smsc";

/** Timers that no test waits for. A timer that a test does not shorten never fires in it. */
const SETTINGS: SessionSettings = { ...DEFAULT_SESSION, unbindGraceMs: 300 };

export const BIND: Fields<"bind_transceiver"> = {
  systemId: "gateway",
  password: "secret",
  systemType: "",
  interfaceVersion: 0x34,
  addressTon: 0,
  addressNpi: 0,
  addressRange: "",
};

/** Returns the fields of a short text to a handset. */
export function textTo(destination: string, text = "Hello"): Fields<"submit_sm"> {
  return {
    serviceType: "",
    sourceTon: 3,
    sourceNpi: 0,
    source: "2190",
    destinationTon: 1,
    destinationNpi: 1,
    destination,
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleAt: "",
    validity: "",
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(text),
  };
}

export type OpenedSession = {
  session: Session;
  bound: Promise<BindResult>;
  deliveries: Delivery[];
  /** The answers to the next deliveries. */
  answers: { next: (delivery: Delivery) => Promise<number> };
  /** The reason for the end of the link; undefined while it is open. */
  ending: { reason: string | undefined };
  submit(destination: string): { settlements: Settlement[] };
};

/** Opens a session with an SMSC, which has begun to bind. */
export async function openSession(
  smsc: FaultySmsc,
  settings: Partial<SessionSettings> = {},
  sequence = new Sequence(),
): Promise<OpenedSession> {
  const socket = await connect({ host: "127.0.0.1", port: smsc.port, tls: null }, 5_000);
  const deliveries: Delivery[] = [];
  const answers = { next: async (_: Delivery) => 0 };
  const ending: OpenedSession["ending"] = { reason: undefined };
  const session = new Session(
    socket,
    { ...SETTINGS, ...settings },
    {
      delivered(delivery) {
        deliveries.push(delivery);
        return answers.next(delivery);
      },
      roomChanged: () => undefined,
      ended(reason) {
        ending.reason = reason;
      },
    },
    sequence,
  );
  const bound = session.bind("bind_transceiver", BIND);
  const submit = (destination: string) => {
    const settlements: Settlement[] = [];
    session.submit(textTo(destination), [], (settlement) => settlements.push(settlement));
    return { settlements };
  };
  return { session, bound, deliveries, answers, ending, submit };
}

import { formatStatus, STATUS } from "@/lib/smpp/pdu/status";

/**
 * The pace at which a refused bind is retried. `login`: the operator must change something, so it waits 1 to
 * 15 minutes. `occupied`: a limit or another bind prevents it, so it waits 30 seconds. `outage`: the network
 * has a fault, so it waits as after a lost link.
 */
export type BindPace = "login" | "occupied" | "outage";

/** The meaning of a status in answer to a bind. `advice` is a sentence for the operator. */
export type BindRefusal = { name: string | null; cause: string; advice: string; pace: BindPace };

type Row = readonly [status: number, name: string, pace: BindPace, cause: string, advice: string];

const WAIT = "Change nothing unless it lasts.";

const ROWS: readonly Row[] = [
  [
    0x01,
    "ESME_RINVMSGLEN",
    "login",
    "The network could not read the bind.",
    "Check the lengths of systemId, password and systemType, and interfaceVersion.",
  ],
  [
    0x02,
    "ESME_RINVCMDLEN",
    "login",
    "The network could not read the length of the bind.",
    "SMPP allows a systemId of 15 characters, a password of 8 and a systemType of 12.",
  ],
  [
    0x03,
    "ESME_RINVCMDID",
    "login",
    "The network does not know this kind of bind.",
    "Set binds to transmitters and receivers, or to transceivers, as the contract says.",
  ],
  [
    0x04,
    "ESME_RINVBNDSTS",
    "login",
    "The network does not allow this kind of bind for this login.",
    "Set binds to transmitters and receivers, or to transceivers, as the contract says.",
  ],
  [
    0x05,
    "ESME_RALYBND",
    "occupied",
    "The network says that this login is bound already.",
    "End the other bind of this login, or lower binds to the number that the contract allows.",
  ],
  [0x08, "ESME_RSYSERR", "outage", "The network has a fault of its own.", WAIT],
  [
    0x0a,
    "ESME_RINVSRCADR",
    "login",
    "The network does not accept the addresses of the bind.",
    "Set addressTon, addressNpi and addressRange as the contract says.",
  ],
  [
    0x0b,
    "ESME_RINVDSTADR",
    "login",
    "The network does not accept the addresses of the bind.",
    "Set addressTon, addressNpi and addressRange as the contract says.",
  ],
  [
    0x0d,
    "ESME_RBINDFAIL",
    "login",
    "The network refused the login.",
    "Check systemId, password, systemType and the kinds of binds, and ask whether the network lets in the address of this server.",
  ],
  [
    0x0e,
    "ESME_RINVPASWD",
    "login",
    "The network says that the password is wrong.",
    "Set password as the contract says: many networks read 8 characters of it.",
  ],
  [
    0x0f,
    "ESME_RINVSYSID",
    "login",
    "The network does not know the system id.",
    "Set systemId as the contract says, in the same letter case.",
  ],
  [0x14, "ESME_RMSGQFUL", "occupied", "The network's queue is full.", WAIT],
  [
    0x15,
    "ESME_RINVSERTYP",
    "login",
    "The network does not know the service type.",
    "Set systemType and serviceType as the contract says.",
  ],
  [
    0x45,
    "ESME_RSUBMITFAIL",
    "outage",
    "The network could not take the bind.",
    "Ask the network if it lasts.",
  ],
  [
    0x48,
    "ESME_RINVSRCTON",
    "login",
    "The network does not allow the type of address of the bind.",
    "Set addressTon as the contract says.",
  ],
  [
    0x49,
    "ESME_RINVSRCNPI",
    "login",
    "The network does not allow the numbering plan of the bind.",
    "Set addressNpi as the contract says.",
  ],
  [
    0x50,
    "ESME_RINVDSTTON",
    "login",
    "The network does not allow the type of address of the bind.",
    "Set addressTon as the contract says.",
  ],
  [
    0x51,
    "ESME_RINVDSTNPI",
    "login",
    "The network does not allow the numbering plan of the bind.",
    "Set addressNpi as the contract says.",
  ],
  [
    0x53,
    "ESME_RINVSYSTYP",
    "login",
    "The network does not accept the system type.",
    "Set systemType as the contract says: it is empty at many networks, and SMPP or VMA at others.",
  ],
  [
    0x58,
    "ESME_RTHROTTLED",
    "occupied",
    "The network says that there were too many binds in a time.",
    "Lower binds to the number that the contract allows.",
  ],
  [
    0x64,
    "ESME_RX_T_APPN",
    "outage",
    "The network cannot take the bind for now.",
    "Change nothing unless it lasts.",
  ],
  [
    0x65,
    "ESME_RX_P_APPN",
    "login",
    "The network will never take the bind.",
    "Ask the network whether the login is open, and whether it lets in the address of this server.",
  ],
  [
    0x66,
    "ESME_RX_R_APPN",
    "login",
    "The network rejected the bind.",
    "Ask the network whether the login is open, and whether it lets in the address of this server.",
  ],
  [
    0x67,
    "ESME_RQUERYFAIL",
    "outage",
    "The network could not look up the login.",
    "Ask the network if it lasts.",
  ],
  [
    0xc0,
    "ESME_RINVOPTPARSTREAM",
    "login",
    "The network could not read the bind.",
    "Set interfaceVersion to 51 if the network speaks SMPP 3.3.",
  ],
  [0xfe, "ESME_RDELIVERYFAILURE", "outage", "The network could not take the bind.", WAIT],
  [0xff, "ESME_RUNKNOWNERR", "outage", "The network has a fault without a name.", WAIT],
  [
    0x100,
    "ESME_RSERTYPUNAUTH",
    "login",
    "The login may not use this service type.",
    "Set systemType and serviceType as the contract says.",
  ],
  [
    0x101,
    "ESME_RPROHIBITED",
    "login",
    "The network prohibits the bind for this login.",
    "Ask the network whether the login is open, and whether it lets in the address of this server.",
  ],
  [0x102, "ESME_RSERTYPUNAVAIL", "outage", "The network's service is not available.", WAIT],
];

/** The known statuses in answer to a bind, including those of SMPP 3.4 and 5.0. */
export const BIND_REFUSALS: ReadonlyMap<number, BindRefusal> = new Map(
  ROWS.map(([status, name, pace, cause, advice]) => [status, { name, cause, advice, pace }]),
);

const FIRST_VENDOR_STATUS = 0x400;
const LAST_VENDOR_STATUS = 0x4ff;

/**
 * Returns the meaning of a status in answer to a bind. A status without a row, such as a vendor's own, is a
 * login that the operator must check.
 */
export function bindRefusalOf(status: number): BindRefusal {
  const known = BIND_REFUSALS.get(status);
  if (known) return known;
  const isVendors = status >= FIRST_VENDOR_STATUS && status <= LAST_VENDOR_STATUS;
  return {
    name: null,
    cause: isVendors
      ? "The network refused the login with a code of its own."
      : "The network refused the login.",
    advice: "Look the code up in the network's documents, or ask the network.",
    pace: "login",
  };
}

/** Returns the reason of a refused bind in words, with its status and the advice. */
export function bindRefusalReason(status: number): string {
  const { cause, advice } = bindRefusalOf(status);
  return `${cause} (${formatStatus(status)}) ${advice}`;
}

/** Returns whether a status means that the operator must change the login. */
export function isRefusedLogin(status: number | null): boolean {
  return status !== null && bindRefusalOf(status).pace === "login";
}

/** The statuses that mean another problem than the kind of bind. */
const NOT_THE_KIND = [STATUS.invalidPassword, STATUS.invalidSystemId, 0x53].map(formatStatus);

/**
 * Returns whether a bind of another kind may be accepted after a refusal with this reason, from
 * `bindRefusalReason`.
 */
export function mayBeItsKind(reason: string): boolean {
  return !NOT_THE_KIND.some((status) => reason.includes(`(${status})`));
}

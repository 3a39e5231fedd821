/**
 * The form of a mandatory field. `u8` is one octet, `cstring` ends with NUL, and `octets` follow one octet with their
 * length.
 */
export type FieldKind = "u8" | "cstring" | "octets";

/** A mandatory field. `max` is the most octets of a written `cstring` (without NUL) or of `octets`. */
export type Field = { name: string; kind: FieldKind; max: number };

const u8 = <const Name extends string>(name: Name) => ({ name, kind: "u8", max: 1 }) as const;
const cstring = <const Name extends string>(name: Name, max: number) =>
  ({ name, kind: "cstring", max }) as const;

/** SMPP 3.4 allows 15 and 8 octets, but some servers issue longer credentials. */
const MAX_CREDENTIAL_OCTETS = 64;

const BIND = [
  cstring("systemId", MAX_CREDENTIAL_OCTETS),
  cstring("password", MAX_CREDENTIAL_OCTETS),
  cstring("systemType", 12),
  u8("interfaceVersion"),
  u8("addressTon"),
  u8("addressNpi"),
  cstring("addressRange", 40),
] as const;

const ADDRESSES = [
  cstring("serviceType", 5),
  u8("sourceTon"),
  u8("sourceNpi"),
  cstring("source", 20),
  u8("destinationTon"),
  u8("destinationNpi"),
  cstring("destination", 20),
  u8("esmClass"),
] as const;

const MESSAGE = [
  ...ADDRESSES,
  u8("protocolId"),
  u8("priority"),
  cstring("scheduleAt", 16),
  cstring("validity", 16),
  u8("registeredDelivery"),
  u8("replaceIfPresent"),
  u8("dataCoding"),
  u8("defaultMessageId"),
  { name: "shortMessage", kind: "octets", max: 254 },
] as const;

const DATA = [...ADDRESSES, u8("registeredDelivery"), u8("dataCoding")] as const;
const SYSTEM_ID = [cstring("systemId", MAX_CREDENTIAL_OCTETS)] as const;
const MESSAGE_ID = [cstring("messageId", 64)] as const;

/** The commands of SMPP 3.4 that the gateway reads and writes: their ids and mandatory fields, in order. */
export const LAYOUTS = {
  generic_nack: { id: 0x80000000, fields: [] },
  bind_receiver: { id: 0x00000001, fields: BIND },
  bind_receiver_resp: { id: 0x80000001, fields: SYSTEM_ID },
  bind_transmitter: { id: 0x00000002, fields: BIND },
  bind_transmitter_resp: { id: 0x80000002, fields: SYSTEM_ID },
  submit_sm: { id: 0x00000004, fields: MESSAGE },
  submit_sm_resp: { id: 0x80000004, fields: MESSAGE_ID },
  deliver_sm: { id: 0x00000005, fields: MESSAGE },
  deliver_sm_resp: { id: 0x80000005, fields: MESSAGE_ID },
  unbind: { id: 0x00000006, fields: [] },
  unbind_resp: { id: 0x80000006, fields: [] },
  bind_transceiver: { id: 0x00000009, fields: BIND },
  bind_transceiver_resp: { id: 0x80000009, fields: SYSTEM_ID },
  enquire_link: { id: 0x00000015, fields: [] },
  enquire_link_resp: { id: 0x80000015, fields: [] },
  data_sm: { id: 0x00000103, fields: DATA },
  data_sm_resp: { id: 0x80000103, fields: MESSAGE_ID },
} as const satisfies Record<string, { id: number; fields: readonly Field[] }>;

/** The name of a command in SMPP 3.4. */
export type Command = keyof typeof LAYOUTS;

type ValueOf<Kind extends FieldKind> = Kind extends "u8" ? number : Kind extends "cstring" ? string : Buffer;
type FieldsOf<Fields extends readonly Field[]> = {
  [Each in Fields[number] as Each["name"]]: ValueOf<Each["kind"]>;
};

/** The mandatory fields of a command. */
export type Fields<Name extends Command> = FieldsOf<(typeof LAYOUTS)[Name]["fields"]>;

/** The bit of a command id that marks a response. */
export const RESPONSE_BIT = 0x80000000;

const COMMAND_BY_ID: ReadonlyMap<number, Command> = new Map(
  Object.entries(LAYOUTS).map(([command, { id }]) => [id, command as Command]),
);

/** Returns the command of an id; undefined for an unknown id. */
export function commandOf(id: number): Command | undefined {
  return COMMAND_BY_ID.get(id);
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { type Fields, LAYOUTS } from "@/lib/smpp/pdu/layouts";
import { encodePdu, type Pdu } from "@/lib/smpp/pdu/pdu";
import { numberTlv, TAGS, type Tlv } from "@/lib/smpp/pdu/tlv";
import { toWireParts } from "@/lib/smpp/text/split";
import { encodeOctets } from "@/lib/smpp/text/text";
import { BIND, textTo } from "@/tests/support/smsc/open-session";
import { deliveryOctets } from "@/tests/support/smsc/smsc";

const PORT = 2775;

/** Returns tshark's values of these fields for each unit. */
function decoded(units: readonly Buffer[], fields: readonly string[]): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-tshark-"));
  try {
    const [dump, capture] = [path.join(folder, "units.txt"), path.join(folder, "units.pcap")];
    const hex = (unit: Buffer) => `000000 ${unit.toString("hex").replace(/../g, "$& ")}\n`;
    writeFileSync(dump, units.map(hex).join("\n"));
    execFileSync("text2pcap", ["-q", "-T", `40000,${PORT}`, dump, capture], { stdio: "ignore" });
    const asked = ["_ws.malformed", ...fields].flatMap((field) => ["-e", field]);
    const shape = ["-d", `tcp.port==${PORT},smpp`, "-T", "fields", "-E", "separator=/t", ...asked];
    // The packets are no real stream, so tshark must not join or check them.
    const options = ["-o", "tcp.desegment_tcp_streams:FALSE", "-o", "tcp.analyze_sequence_numbers:FALSE"];
    const out = execFileSync("tshark", ["-r", capture, ...options, ...shape], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const rows = out.split("\n").slice(0, -1);
    expect(rows).toHaveLength(units.length);
    return rows.map((row) => {
      const [malformed, ...values] = row.split("\t");
      expect(malformed).toBe("");
      return values;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, "0")}`;

/** Encodes a submission with these fields. */
function submit(given: Partial<Fields<"submit_sm">>, tlvs: readonly Tlv[] = []): Buffer {
  const fields = { ...textTo("64211234567"), ...given };
  return encodePdu({ command: "submit_sm", status: 0, sequence: 1, fields, tlvs });
}

it("tshark reads the header of every command, of any status and sequence", () => {
  const empty = { messageId: "", ...BIND, ...textTo("64211234567") };
  const commands = Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[];
  const units = commands.map((command, index) => {
    const isResponse = LAYOUTS[command].id >= 0x80000000;
    const status = isResponse ? 0x58 + index : 0;
    return { command, status, sequence: 0x7fffffff - index, fields: empty, tlvs: [] } as unknown as Pdu;
  });
  // A request has no status.
  const statusOf = ({ command, status }: Pdu) => (LAYOUTS[command].id >= 0x80000000 ? hex(status, 8) : "");
  const names = ["smpp.command_id", "smpp.command_status", "smpp.sequence_number", "smpp.command_length"];
  expect(decoded(units.map(encodePdu), names)).toEqual(
    units.map((unit) => [
      hex(LAYOUTS[unit.command].id, 8),
      statusOf(unit),
      String(unit.sequence),
      String(encodePdu(unit).length),
    ]),
  );
});

it("tshark reads a bind", () => {
  const fields = { ...BIND, systemType: "VMA", addressTon: 1, addressNpi: 1, addressRange: "^6421" };
  const unit = encodePdu({ command: "bind_transceiver", status: 0, sequence: 1, fields, tlvs: [] });
  const names = [
    "system_id",
    "password",
    "system_type",
    "interface_version",
    "addr_ton",
    "addr_npi",
    "address_range",
  ];
  expect(
    decoded(
      [unit],
      names.map((name) => `smpp.${name}`),
    ),
  ).toEqual([["gateway", "secret", "VMA", "52", "0x01", "0x01", "^6421"]]);
});

it("tshark reads the mandatory fields of a submission", () => {
  const unit = submit({
    serviceType: "CMT",
    esmClass: 0x43,
    protocolId: 0x41,
    priority: 2,
    registeredDelivery: 0x11,
    replaceIfPresent: 1,
    dataCoding: 0x18,
    defaultMessageId: 7,
    validity: "000001020304000R",
    shortMessage: Buffer.of(0, 0x41),
  });
  const names = [
    "service_type",
    "source_addr_ton",
    "source_addr_npi",
    "source_addr",
    "dest_addr_ton",
    "dest_addr_npi",
    "destination_addr",
    "esm.submit.msg_mode",
    "esm.submit.features",
    "protocol_id",
    "priority_flag",
    "validity_period_r",
    "regdel.receipt",
    "regdel.notif",
    "replace_if_present_flag",
    "data_coding",
    "sm_default_msg_id",
    "sm_length",
  ];
  expect(
    decoded(
      [unit],
      names.map((name) => `smpp.${name}`),
    ),
  ).toEqual([
    [
      "CMT",
      "0x03",
      "0x00",
      "2190",
      "0x01",
      "0x01",
      "64211234567",
      "0x03",
      "0x01",
      "0x41",
      "0x02",
      "93784.000000000",
      "0x01",
      "0x01",
      "0x01",
      "0x18",
      "7",
      "2",
    ],
  ]);
});

it("tshark reads the octets of a text in each data coding", () => {
  const octets = Buffer.of(0x4b, 0x69, 0x00, 0x02, 0x1b, 0x3c, 0xff, 0x41);
  const codings = Array.from({ length: 256 }, (_, dataCoding) => dataCoding);
  const units = codings.map((dataCoding) => submit({ dataCoding, shortMessage: octets }));
  expect(decoded(units, ["smpp.data_coding", "smpp.message"])).toEqual(
    codings.map((dataCoding) => [hex(dataCoding, 2), octets.toString("hex")]),
  );
});

it("tshark reads the texts themselves", () => {
  const ucs2 = encodeOctets("Tēnā koe, 你好", { encoding: "UCS-2", alphabet: "gsm" });
  const latin1 = Buffer.from("café", "latin1");
  const units = [
    submit({ dataCoding: ucs2.dataCoding, shortMessage: ucs2.octets }),
    submit({ dataCoding: 3, shortMessage: latin1 }),
    submit({ dataCoding: 1, shortMessage: Buffer.from("a@b $ {x}") }),
    submit({ shortMessage: encodeOctets("@$_ äxñ [€]", { encoding: "GSM-7", alphabet: "gsm" }).octets }),
  ];
  // The option tells tshark the meaning of data coding 0: an SMSC's default may be any alphabet.
  expect(decoded(units, ["smpp.message_text"]).slice(0, 3)).toEqual([
    ["Tēnā koe, 你好"],
    ["café"],
    ["a@b $ {x}"],
  ]);
});

it("tshark reads the user data headers of long messages", () => {
  const parts = ["a".repeat(153), "b".repeat(153), "c".repeat(10)];
  const terms = { encoding: "GSM-7", alphabet: "gsm", reference: 0xabcd } as const;
  for (const [longMessages, reference] of [
    ["udh8", "205"],
    ["udh16", "43981"],
  ] as const) {
    const wire = toWireParts(parts, { ...terms, longMessages });
    const units = wire.map(({ esmClass, dataCoding, shortMessage }) =>
      submit({ esmClass, dataCoding, shortMessage }),
    );
    const names = ["gsm_sms.udh.mm.msg_id", "gsm_sms.udh.mm.msg_parts", "gsm_sms.udh.mm.msg_part"];
    expect(decoded(units, names).map((values) => values.filter((value) => value !== ""))).toEqual(
      units.map((_, index) => [reference, String(units.length), String(index + 1)]),
    );
  }
});

it("tshark reads the optional parameters", () => {
  const sar = [
    numberTlv(TAGS.sarReference, 0xabcd, 2),
    numberTlv(TAGS.sarTotal, 3, 1),
    numberTlv(TAGS.sarNumber, 2, 1),
    numberTlv(TAGS.userMessageReference, 0x1234, 2),
  ];
  const payload = Buffer.from("x".repeat(1_000));
  const receipt = [
    { tag: TAGS.receiptedMessageId, value: Buffer.from("ab12\0") },
    numberTlv(TAGS.messageState, 2, 1),
    { tag: TAGS.networkErrorCode, value: Buffer.of(3, 0, 27) },
    { tag: 0x1400, value: Buffer.from("vendor") },
  ];
  const names = [
    "sar_msg_ref_num",
    "sar_total_segments",
    "sar_segment_seqnum",
    "user_message_reference",
    "message_payload",
    "receipted_message_id",
    "message_state",
    "network_error.type",
    "network_error.code",
    "opt_param_tag",
  ].map((name) => `smpp.${name}`);
  const units = [
    submit({}, sar),
    submit({ shortMessage: Buffer.alloc(0) }, [{ tag: TAGS.messagePayload, value: payload }]),
    deliveryOctets(9, { esmClass: 4 }, receipt),
  ];
  const none = (count: number) => Array<string>(count).fill("");
  expect(decoded(units, names)).toEqual([
    ["43981", "3", "2", "0x1234", ...none(5), "0x020c,0x020e,0x020f,0x0204"],
    [...none(4), payload.toString("hex"), ...none(4), "0x0424"],
    [...none(5), "ab12", "2", "3", "0x001b", "0x001e,0x0427,0x0423,0x1400"],
  ]);
});

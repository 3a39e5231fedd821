import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "@/lib/webhooks/delivery/public-address";
import { SPECIAL_ADDRESSES } from "@/lib/webhooks/delivery/special-addresses";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "161.25.255.255",
  "161.27.0.0",
  "166.7.255.255",
  "166.12.0.0",
  "168.63.129.15",
  "168.63.129.17",
  "199.36.153.3",
  "199.36.153.12",
  "35.199.191.255",
  "35.199.224.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4009:815::200e",
  "2404:6800:4006::200e",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
];

const NOT_PUBLIC: Record<string, string[]> = {
  "this network": ["0.0.0.0", "0.0.0.1", "0.255.255.255"],
  private: ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "carrier-grade NAT": ["100.64.0.0", "100.100.100.200", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.0.0.2", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"],
  "link-local": ["169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "febf::1"],
  "link-local with a zone": ["fe80::1%eth0", "fe80::1%1"],
  "a public address with a zone": ["2606:4700:4700::1111%eth0"],
  "cloud metadata": [
    "169.254.169.254",
    "169.254.170.2",
    "169.254.42.42",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fd00:42::42",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "::ffff:a83f:8110",
  ],
  "networks inside a cloud": ["161.26.0.10", "166.8.0.1", "166.11.255.255", "199.36.153.4", "199.36.153.11"],
  "IETF protocol": ["192.0.0.0", "192.0.0.8", "192.0.0.170", "192.0.0.255", "2001:1::1", "2001:1ff::1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  benchmarking: ["198.18.0.0", "198.19.255.255", "2001:2::1"],
  "6to4 relay, AS112, AMT": [
    "192.88.99.1",
    "192.31.196.1",
    "192.175.48.1",
    "192.52.193.1",
    "2620:4f:8000::1",
  ],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  reserved: ["240.0.0.0", "255.255.255.254", "4000::1", "1000::1", "e000::1"],
  broadcast: ["255.255.255.255"],
  unspecified: ["::", "0:0:0:0:0:0:0:0"],
  "IPv4-mapped": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:7f00:0001",
    "::FFFF:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:100.64.0.1",
    "::ffff:0.0.0.0",
    "::ffff:192.0.2.1",
  ],
  "IPv4-compatible": ["::127.0.0.1", "::7f00:1", "::10.0.0.1", "::8.8.8.8", "::808:808"],
  "IPv4-translated": ["::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8"],
  NAT64: ["64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "64:ff9b:1:ffff::1"],
  "6to4": ["2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1"],
  Teredo: ["2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ORCHID: ["2001:10::1", "2001:20::1", "2001:30::1"],
  "unique local": ["fc00::1", "fd00:ec2::254", "fdff:ffff::1"],
  "site-local": ["fec0::1", "feff::1"],
  discard: ["100::1", "100::ffff:ffff:ffff:ffff"],
  "segment routing": ["5f00::1"],
  "another spelling of an IPv4 address": [
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "127.1",
    "127.0.1",
    "127.0.0.1.",
    "134744072",
    "8.8",
    "08.8.8.8",
    "::ffff:0177.0.0.1",
  ],
  "no address": [
    "",
    " ",
    "localhost",
    "example.com",
    "[::1]",
    "8.8.8.8 ",
    " 8.8.8.8",
    "8.8.8.8:80",
    "8.8.8.8/8",
    "256.1.1.1",
    "1:2",
  ],
};

/** Returns the first and the last address of a range in CIDR notation. */
function boundsOf(range: string): { first: string; last: string } {
  const [address, bits] = ipaddr.parseCIDR(range);
  const bytes = address.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - index * 8))));
  return { first: address.toString(), last: ipaddr.fromByteArray(last).toString() };
}

describe("isPublicAddress", () => {
  it.each(PUBLIC)("takes %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const refused = Object.entries(NOT_PUBLIC).flatMap(([kind, list]) =>
    list.map((one) => [kind, one] as const),
  );
  it.each(refused)("refuses %s: '%s'", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(SPECIAL_ADDRESSES)("refuses the first and the last address of %s: %s", (range) => {
    const { first, last } = boundsOf(range);
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it("judges an IPv4 address alike when it is mapped into IPv6, in either notation", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
        expect(isPublicAddress(hex)).toBe(isPublicAddress(address));
      }),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isPublicAddress(text) === "boolean"));
  });
});

/**
 * Address ranges that do not belong to one machine on the public Internet. They are IANA's registries of
 * special-purpose addresses (RFC 6890 and its updates) for IPv4, and the same within 2000::/3 for IPv6. Addresses that
 * cloud providers use inside their own networks are added, although the ranges look public. IANA's ranges include the
 * other cloud metadata addresses, such as 169.254.169.254.
 */
export const SPECIAL_ADDRESSES: readonly (readonly [range: string, use: string])[] = [
  ["0.0.0.0/8", "this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "carrier-grade NAT; the metadata of Alibaba Cloud"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local; the metadata of most cloud providers"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "IETF protocol; the metadata of Oracle Cloud"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "AS112"],
  ["192.52.193.0/24", "AMT"],
  ["192.88.99.0/24", "6to4 relay"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "AS112"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved, and broadcast"],
  ["2001::/23", "IETF protocol: Teredo, benchmarking, ORCHID"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4"],
  ["2620:4f:8000::/48", "AS112"],
  ["3fff::/20", "documentation"],
  ["168.63.129.16/32", "the platform address of Azure"],
  ["161.26.0.0/16", "private endpoints of IBM Cloud"],
  ["166.8.0.0/14", "private endpoints of IBM Cloud"],
  ["199.36.153.4/30", "restricted Google APIs inside Google Cloud"],
  ["199.36.153.8/30", "private Google APIs inside Google Cloud"],
  ["35.199.192.0/19", "forwarded DNS and proxies inside Google Cloud"],
];

import { expect, test } from "vitest";
import { linkHosts } from "@/lib/sms/links/links";
import cases from "@/lib/sms/links/links.cases.json";

test.each(cases as [text: string, hosts: string[]][])("%j links to %j", (text, hosts) => {
  expect(linkHosts(text)).toEqual(hosts);
});

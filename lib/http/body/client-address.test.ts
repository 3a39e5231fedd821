import { expect, it } from "vitest";
import { callerOf } from "@/lib/http/body/client-address";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3::4", "2001:db8:1:2::/64"],
  ["203.0.113.7:50443", "203.0.113.7"],
  ["[2001:db8:1:2:3::4]:50443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"],
  ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
])("knows who calls from %s", (given, caller) => {
  expect(callerOf(given)).toBe(caller);
});

it.each(["", "unknown", "203.0.113.7:", "203.0.113.7:80:90", "[203.0.113.7", "name.example:443", "_hidden"])(
  "knows nobody by %j",
  (given) => {
    expect(callerOf(given)).toBe("unknown");
  },
);

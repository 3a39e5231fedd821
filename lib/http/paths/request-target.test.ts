import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTarget } from "@/lib/http/paths/request-target";

describe("a request's target", () => {
  it.each([
    ["/gateway/sms/out?to=1", "/gateway/sms/out?to=1", null],
    ["//gateway/sms/out?password=a//b", "/gateway/sms/out?password=a//b", null],
    ["///gateway//sms/out", "/gateway/sms/out", null],
    ["/\\gateway\\sms/out?a", "/gateway/sms/out?a", null],
    ["http://gateway.example/gateway/sms/out?a", "/gateway/sms/out?a", "gateway.example"],
    ["HTTPS://gateway.example:8443//healthz", "/healthz", "gateway.example:8443"],
    ["http://user:secret@gateway.example/healthz", "/healthz", "gateway.example"],
    ["http://gateway.example?a=b", "/?a=b", "gateway.example"],
    ["http://gateway.example", "/", "gateway.example"],
    ["http:///healthz", "/healthz", null],
    ["?a", "/?a", null],
    ["*", "*", null],
  ])("%s is %s", (given, target, host) => {
    expect(readTarget(given)).toEqual({ target, host });
  });

  it("is a path without repeated slashes, whatever was sent, and means itself", () => {
    const piece = fc.constantFrom("/", "\\", "//", "http:", "https://", "a", "@", "?", "#", ".", ":");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
        const { target } = readTarget(pieces.join(""));
        expect(target.split("?", 1)[0]).toMatch(/^\/(?!.*(\\|\/\/))/);
        expect(readTarget(target)).toEqual({ target, host: null });
      }),
    );
  });
});

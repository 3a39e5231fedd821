import { describe, expect, it } from "vitest";
import { GatewayError } from "@/lib/errors";
import { formReturn } from "@/lib/http/paths/form-return";

const REFUSAL = new GatewayError("method_not_allowed", "POST is not allowed here. Use GET, HEAD.");
const HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const FORM = "application/x-www-form-urlencoded";
const posted = { method: "POST", target: "/sign-in?back=%2Fsend", contentType: FORM, accept: HTML };

const back = (change: Partial<typeof posted> = {}, refusal = REFUSAL) =>
  formReturn(refusal, { ...posted, ...change });

describe("a form that a browser posts by itself", () => {
  it.each([
    ["as browsers do by default", {}],
    ["with files", { contentType: "multipart/form-data; boundary=x" }],
    ["as plain text", { contentType: "text/plain" }],
    ["with a charset", { contentType: "Application/X-WWW-Form-Urlencoded; charset=UTF-8" }],
    ["by an old browser", { accept: "text/html" }],
  ])("%s leads back to its page", (_, change) => {
    const reply = back(change);
    expect(reply?.status).toBe(303);
    expect(reply?.headers).toEqual({ Location: "/sign-in?back=%2Fsend", "Cache-Control": "no-store" });
    expect(reply?.body).toBeNull();
  });
});

describe("a request is still refused", () => {
  it.each([
    ["a program's form", { accept: "*/*" }],
    ["a form without Accept", { accept: undefined as unknown as string }],
    ["JSON", { contentType: "application/json" }],
    ["a type that only begins alike", { contentType: `${FORM}-x` }],
    ["a body without a type", { contentType: undefined as unknown as string }],
    ["another method", { method: "PUT" }],
    ["another host by two slashes", { target: "//elsewhere.example/" }],
    ["another host by a backslash", { target: "/\\elsewhere.example/" }],
    ["what is no path", { target: "https://elsewhere.example/" }],
  ])("%s", (_, change) => {
    expect(back(change)).toBeNull();
  });

  it("a path without a page", () => {
    expect(back({ target: "/wp-login.php" }, new GatewayError("not_found", "There is nothing."))).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { requestOf } from "@/lib/carriers/http/request";
import { httpSettings } from "@/lib/carriers/http/settings";
import { outgoing } from "@/tests/support/carrier";
import { givenFor, PASSWORD } from "@/tests/support/provider/http-carrier";

const NOW = new Date("2026-11-20T00:00:00Z");
const IN_TEN_MINUTES = new Date(NOW.getTime() + 599_000);
const REPORT_URL = "https://sms.example.co.nz/gateway/carriers/kannel/report?token=t&id=m1";

function requested(message: object = {}, reports = true) {
  const { api, username, password } = httpSettings.parse(givenFor("http://127.0.0.1:13013", { reports }));
  const reportUrl = reports ? REPORT_URL : null;
  const sent = { validUntil: IN_TEN_MINUTES, ...message };
  return requestOf(outgoing({ id: "m1", ...sent }), api.request, { username, password, reportUrl, now: NOW });
}

const queryOf = ({ path }: { path: string }) => Object.fromEntries(new URL(path, "http://x").searchParams);

describe("a request to Kannel", () => {
  it("has all that sendsms wants", () => {
    const request = requested({ body: "Kia ora, 100 % {text} & more" });
    expect(request).toMatchObject({ method: "GET", origin: "http://127.0.0.1:13013", body: null });
    expect(request.path).toMatch(/^\/cgi-bin\/sendsms\?/);
    expect(queryOf(request)).toEqual({
      username: "gateway",
      password: PASSWORD,
      from: "552",
      to: "64211234567",
      text: "Kia ora, 100 % {text} & more",
      charset: "UTF-8",
      coding: "0",
      validity: "10",
      "dlr-mask": "31",
      "dlr-url": `${REPORT_URL}&type=%d&time=%T&foreign=%F&meta=%D`,
    });
  });

  it("says that a text is UCS-2", () => {
    const request = requested({ body: "Tēnā koe", encoding: "UCS-2" });
    expect(queryOf(request)).toMatchObject({ text: "Tēnā koe", charset: "UTF-8", coding: "2" });
  });

  it("asks for no report where none are wanted", () => {
    expect(Object.keys(queryOf(requested({}, false)))).not.toContain("dlr-url");
  });
});

describe("settings", () => {
  const given = givenFor("http://127.0.0.1:13013");
  it.each([
    ["no preset and no api", { preset: undefined }, "preset"],
    ["a missing password", { password: "" }, "password"],
    ["an address that is none", { url: "kannel:13013" }, "url"],
    ["no rate", { tps: undefined }, "tps"],
    ["a short secret", { webhookToken: "short" }, "webhookToken"],
    ["no secret for webhooks", { webhookToken: undefined }, "webhookToken"],
    ["a setting that is none", { passwrod: "x" }, ""],
  ])("with %s are refused by name", (_, wrong, name) => {
    const { error } = httpSettings.safeParse({ ...given, ...wrong });
    expect(error?.issues.map(({ path }) => path.join("."))).toContain(name);
  });

  it("declare an API of one's own", () => {
    const api = {
      request: {
        method: "POST",
        url: "https://api.example.com/v1/{username}/messages",
        encoding: "json",
        headers: { Authorization: "Basic {basicAuth}" },
        fields: {
          to: "+{msisdn}",
          from: "{senderE164}",
          text: "{text}",
          ttl: "{validitySeconds}",
          hook: "{reportUrl}",
        },
        maxValiditySeconds: 300,
      },
      success: { statuses: [201] },
      reference: "/id",
    };
    const declared = { ...given, preset: undefined, url: undefined, api };
    const settings = httpSettings.parse(declared);
    const terms = { username: "a/b", password: "p", reportUrl: null, now: NOW };
    const message = outgoing({ id: "m1", sender: "64210000000", validUntil: IN_TEN_MINUTES });
    const request = requestOf(message, settings.api.request, terms);
    expect(request).toMatchObject({
      path: "/v1/a%2Fb/messages",
      headers: { Authorization: "Basic YS9iOnA=" },
    });
    expect(JSON.parse(request.body ?? "")).toEqual({
      to: "+64211234567",
      from: "+64210000000",
      text: "Hello",
      ttl: 300,
    });
    const wrong = { ...declared, api: { ...api, request: { ...api.request, fields: { to: "{env}" } } } };
    expect(httpSettings.safeParse(wrong).error?.issues[0]?.path).toEqual(["api", "request", "fields", "to"]);
  });
});

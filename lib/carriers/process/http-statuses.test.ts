import { describe, expect, it, test } from "vitest";
import { declaredApi } from "@/lib/carriers/http/declared-api";
import { httpSettings, PRESETS } from "@/lib/carriers/http/settings";
import { readWebhook } from "@/lib/carriers/http/webhook";
import { rowsOf } from "@/tests/support/receipts/delivery";

const TOKEN = "a-secret-of-the-webhooks";
const AT = new Date("2026-11-22T17:10:00.000Z");

/** The statuses that each provider documents, with their report codes; empty for a status without news. */
const STATUSES = `
  kannel => 0 => nothing
  kannel => 1 => 1
  kannel => 2 => 2
  kannel => 4 => 4
  kannel => 8 => 8
  kannel => 16 => 16
  kannel => 34 => 2
  kannel => 66 => nothing
  twilio => accepted => nothing
  twilio => scheduled => nothing
  twilio => queued => nothing
  twilio => sending => nothing
  twilio => sent => 8
  twilio => delivered => 1
  twilio => read => 1
  twilio => undelivered => 2
  twilio => failed => 2
  twilio => canceled => 16
  twilio => receiving => nothing
  twilio => received => nothing
  twilio => partially_delivered => nothing
  vonage => submitted => 8
  vonage => delivered => 1
  vonage => read => 1
  vonage => rejected => 16
  vonage => undeliverable => 2
  telnyx => queued => nothing
  telnyx => scheduled => nothing
  telnyx => sending => nothing
  telnyx => sent => 8
  telnyx => delivered => 1
  telnyx => delivery_failed => 2
  telnyx => expired => 2
  telnyx => sending_failed => 16
  telnyx => delivery_unconfirmed => 4
  telnyx => cancelled => 16
  telnyx => gw_timeout => 4
  telnyx => dlr_timeout => 4
  telnyx => webhook_delivered => nothing
  # in other letters
  twilio => Delivered => 1
  telnyx => EXPIRED => 2
  # not known
  kannel => 77 => unknown
  twilio => toString => unknown
  twilio => bounced => unknown
  vonage => expired_of_sorts => unknown
  telnyx => lost => unknown
`;

type Name = keyof typeof PRESETS;

/** Returns the events of a provider's webhook, authenticated by a secret in its address. */
function newsOf(preset: Name, status: string, time: string | number = "", text?: string) {
  const given = { username: "u", password: "p", signingKey: "k", reports: true, url: "https://example.com" };
  const api = declaredApi.parse({ ...PRESETS[preset].declare(given), signature: "token" });
  const settings = httpSettings.parse({
    api: { ...api },
    webhookToken: TOKEN,
    tps: 1,
    callbackUrl: given.url,
  });
  const parameters = { token: TOKEN, id: "r1", type: status, MessageSid: "r1", MessageStatus: status };
  const query = new URLSearchParams({ ...parameters, time: String(time) });
  const payload = { id: "r1", to: [{ status, phone_number: "+64211234567" }] };
  const json = {
    message_uuid: "r1",
    status,
    timestamp: time,
    to: "64211234567",
    from: "64219999999",
    text,
    data: { event_type: "message.finalized", occurred_at: time, payload },
  };
  const body = Buffer.from(`${text === undefined ? "" : "\ufeff"}${JSON.stringify(json)}`);
  const kind = text === undefined ? "report" : "inbound";
  const target = `/gateway/carriers/north/${kind}?${query}`;
  const webhook = { method: "POST", target, header: () => "application/json", body, receivedAt: AT };
  return readWebhook(kind, webhook, { settings, name: "north", callbackUrl: null });
}

describe("the status of a provider", () => {
  test.each(rowsOf(STATUSES))("%s: %s", (preset, status = "", code) => {
    const news = newsOf(preset as Name, status);
    if (code === "unknown") {
      expect(news?.reports).toEqual([]);
      expect(news?.unreadable?.[0]?.raw).toMatch(`Unknown status ${status} in: `);
    } else if (code === "nothing") expect(news).toEqual({ reports: [], inbound: [] });
    else expect(news?.reports).toMatchObject([{ reference: "r1", code: Number(code) }]);
  });

  it("is in the table above for each preset", () => {
    const rows = new Set(rowsOf(STATUSES).map(([preset, status]) => `${preset} ${status}`));
    for (const [name, { declare }] of Object.entries(PRESETS)) {
      const { report } = declare({ username: "", password: "", reports: true });
      for (const status of Object.keys(report?.statuses ?? {})) expect(rows).toContain(`${name} ${status}`);
    }
  });
});

describe("the time of a provider", () => {
  test.each<[Name, string | number, string]>([
    ["kannel", "1795367021", "2026-11-22T17:03:41.000Z"],
    ["kannel", "0", "2026-11-22T17:10:00.000Z"],
    ["kannel", "2026-11-22 17:03:41", "2026-11-22T17:03:41.000Z"],
    ["vonage", "2026-11-22T17:03:41.250Z", "2026-11-22T17:03:41.250Z"],
    ["vonage", "2026-11-22T17:11:00Z", "2026-11-22T17:10:00.000Z"],
    ["vonage", 1795367021250, "2026-11-22T17:03:41.250Z"],
    ["telnyx", "2026-11-23T06:03:41.250+13:00", "2026-11-22T17:03:41.250Z"],
    ["telnyx", "Sun, 22 Nov 2026 17:03:41 +0000", "2026-11-22T17:03:41.000Z"],
    ["telnyx", "sometime", "2026-11-22T17:10:00.000Z"],
  ])("%s: %s is %s", (preset, time, at) => {
    const status = preset === "kannel" ? "1" : "delivered";
    const news = newsOf(preset, status, time);
    expect(news?.reports).toMatchObject([{ reportedAt: new Date(at), receivedAt: AT }]);
  });
});

it("an incoming message loses the byte order marks of its body and of its text", () => {
  expect(newsOf("vonage", "", "", "\ufeffSTOP")?.inbound).toMatchObject([
    { body: "STOP", encoding: "GSM-7" },
  ]);
});

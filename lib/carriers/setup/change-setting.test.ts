import { expect, it, test } from "vitest";
import { addCarrier, carrierNamed, settingsOf } from "@/lib/carriers/setup/carrier-rows";
import { changeSetting, isSecretSetting } from "@/lib/carriers/setup/change-setting";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";

useTestDatabase({ each: true });

const SETUP = { authSecret: TEST_SECRET, hasServer: true };
const GIVEN = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "hush-hush", tps: 10 };

const add = () => addCarrier(db(), { name: "north", kind: "smpp", given: GIVEN }, SETUP);
const change = (path: string, value: string | null, name = "north") =>
  db().transaction((tx) => changeSetting(tx, { name, path, value }, { authSecret: TEST_SECRET, db: db() }));
const kept = async () => settingsOf(await carrierNamed(db(), "north"), TEST_SECRET);

test.each([
  ["a number", "tps", "50", { tps: 50 }],
  ["a text", "host", "smsc.example.co.nz", { host: "smsc.example.co.nz" }],
  ["a text of digits", "systemId", "12345", { systemId: "12345" }],
  ["a text that is JSON", "systemType", "true", { systemType: "true" }],
  ["a truth value", "userMessageReference", "false", { userMessageReference: false }],
  ["a nested setting", "timers.responseTimeoutMs", "30000", { timers: { responseTimeoutMs: 30_000 } }],
  ["an object", "binds", '{"transceiver":2}', { binds: { transceiver: 2 } }],
  [
    "a rule by its code",
    "errors.0x00000014",
    '{"action":"later"}',
    { errors: { "0x00000014": { action: "later" } } },
  ],
  ["a secret", "password", "1234", { password: "1234" }],
  ["a part of a secret", "tls.serverName", "smsc.example", { tls: { serverName: "smsc.example" } }],
])("changes %s alone", async (_, path, value, expected) => {
  await add();
  expect(await change(path, value)).toEqual({ name: "north", changed: [Object.keys(expected)[0]] });
  expect(await kept()).toEqual({ ...GIVEN, ...expected });
});

test.each([
  ["an unknown setting", "speed", "5", /speed/],
  ["an unknown nested setting", "timers.tea", "5", /timers.*tea/],
  ["a number out of bounds", "tps", "0", /^tps: /],
  ["a text for a number", "tps", "many", /^tps: /],
  ["the removal of what is required", "host", null, /^host: /],
  ["a name with an empty part", "timers.", "5", /empty part/],
  ["a nested setting of a text", "host.name", "x", /^host: /],
  ["the prototype", "__proto__.tps", "5", /__proto__/],
])("refuses %s by name, and changes nothing", async (_, path, value, sentence) => {
  await add();
  await expect(change(path, value)).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringMatching(sentence),
  });
  expect(await kept()).toEqual(GIVEN);
});

it("restores the usual value", async () => {
  await add();
  await change("timers.responseTimeoutMs", "30000");
  await change("timers.bindTimeoutMs", "5000");
  await change("timers.responseTimeoutMs", null);
  expect(await kept()).toEqual({ ...GIVEN, timers: { bindTimeoutMs: 5_000 } });
  expect(await change("timers", null)).toEqual({ name: "north", changed: ["timers"] });
  expect(await kept()).toEqual(GIVEN);
});

it("reports no change if the value is the same", async () => {
  await add();
  expect(await change("tps", "10")).toEqual({ name: "north", changed: [] });
});

it("keeps both of two simultaneous changes", async () => {
  await add();
  await Promise.all([change("tps", "50"), change("window", "20"), change("port", "3550")]);
  expect(await kept()).toEqual({ ...GIVEN, tps: 50, window: 20, port: 3550 });
});

it("knows which settings are secrets", async () => {
  await add();
  const isSecret = (path: string) => isSecretSetting(db(), { name: "north", path });
  expect([await isSecret("password"), await isSecret("tls.key"), await isSecret("host")]).toEqual([
    true,
    true,
    false,
  ]);
  await expect(change("tps", "5", "south")).rejects.toMatchObject({ code: "not_found" });
});

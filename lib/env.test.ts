import { describe, expect, it, test } from "vitest";
import { loadEnv } from "@/lib/env";

describe("loadEnv", () => {
  it("has a default for everything but the database", () => {
    expect(loadEnv({})).toMatchObject({
      port: 3000,
      dataDir: ".data",
      databaseUrl: undefined,
      databasePool: 10,
      workers: undefined,
      logLevel: "info",
      night: { start: "21:00", end: "07:00" },
      maxRecipients: 10_000,
      validityMinutes: { otp: 10, other: 1_440 },
      messagesKeptDays: undefined,
      carrier: "simulator",
      networks: undefined,
      networksFile: undefined,
      simulatorDelayMs: 300,
      emailToSmsDomain: undefined,
      emailToSmsPort: 2525,
      emailToSmsTls: undefined,
      emailInboundSecret: undefined,
      metricsToken: undefined,
    });
  });

  it("takes a setting set to nothing as not set", () => {
    expect(loadEnv({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it("keeps messages for as long as it is told, for ever where it is told nothing", () => {
    expect(loadEnv({ MESSAGES_KEPT_DAYS: "62" }).messagesKeptDays).toBe(62);
    expect(loadEnv({ MESSAGES_KEPT_DAYS: "36500" }).messagesKeptDays).toBe(36_500);
    expect(loadEnv({ MESSAGES_KEPT_DAYS: "" }).messagesKeptDays).toBeUndefined();
  });

  test.each([
    [{ PORT: "http" }, "Setting PORT must be a whole number."],
    [{ PORT: "70000" }, "Setting PORT must be at most 65535."],
    [{ WORKERS: "0" }, "Setting WORKERS must be at least 1."],
    [{ WORKERS: "65" }, "Setting WORKERS must be at most 64."],
    [{ WORKERS: "auto" }, "Setting WORKERS must be a whole number."],
    [{ MESSAGES_KEPT_DAYS: "61" }, "Setting MESSAGES_KEPT_DAYS must be at least 62."],
    [{ MESSAGES_KEPT_DAYS: "36501" }, "Setting MESSAGES_KEPT_DAYS must be at most 36500."],
    [{ MESSAGES_KEPT_DAYS: "a year" }, "Setting MESSAGES_KEPT_DAYS must be a whole number."],
    [{ DATABASE_URL: "mysql://x" }, "Setting DATABASE_URL must begin with postgres:// or postgresql://."],
    [{ AUTH_SECRET: "short" }, "Setting AUTH_SECRET must be at least 32 characters long."],
    [{ NIGHT_START: "25:00" }, "Setting NIGHT_START must be a time of day such as 21:00."],
    [{ CARRIER: "pigeon" }, "Setting CARRIER must be one of simulator."],
    [
      { NETWORKS: "{}", NETWORKS_FILE: "networks.json" },
      "Settings NETWORKS and NETWORKS_FILE exclude each other",
    ],
    [{ EMAIL_TO_SMS_DOMAIN: "sms" }, "Setting EMAIL_TO_SMS_DOMAIN must be a host name."],
    [{ EMAIL_TO_SMS_TLS_KEY: "key.pem" }, "EMAIL_TO_SMS_TLS_KEY belong together: set both or neither."],
    [{ METRICS_TOKEN: "short" }, "Setting METRICS_TOKEN must be at least 32 characters long."],
    [{ EMAIL_INBOUND_SECRET: "short" }, "Setting EMAIL_INBOUND_SECRET must be at least 32 characters long."],
    [
      { EMAIL_INBOUND_SECRET: "x".repeat(32) },
      "Setting EMAIL_TO_SMS_DOMAIN is missing: it is behind the @ of every number.",
    ],
    [
      { LOG_LEVEL: "loud" },
      "Setting LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.",
    ],
  ])("names what is wrong in %o", (source, sentence) => {
    expect(() => loadEnv(source)).toThrow(sentence);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { newId, newToken } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { invited } from "@/tests/support/people";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: reset } = handlersOf("/api/members/password/reset");
const { POST: join } = handlersOf("/api/members/people/join");
const { POST: signUp } = handlersOf("/api/members/sign-up");

const { hashing } = vi.hoisted(() => ({ hashing: { now: 0, most: 0 } }));
vi.mock("@node-rs/argon2", async (real) => {
  const argon2 = await real<typeof import("@node-rs/argon2")>();
  const hash: typeof argon2.hash = async (...given) => {
    hashing.most = Math.max(hashing.most, ++hashing.now);
    return argon2.hash(...given).finally(() => hashing.now--);
  };
  return { ...argon2, hash };
});

useTestDatabase();

const PASSWORD = "a brand new password";
const TIMES = 8;

/** Sends a number of concurrent requests, each from a separate address. */
const atOnce = (route: Parameters<typeof call>[0], json: (index: number) => object) =>
  Promise.all(
    Array.from({ length: TIMES }, (_, index) => {
      const headers = { "sec-fetch-site": "same-origin", "x-forwarded-for": `203.0.113.${index}` };
      return call(route, { json: json(index), headers });
    }),
  );

describe("new passwords are hashed two at a time", () => {
  beforeEach(() => {
    hashing.most = 0;
  });

  it("by a link to join, which is not used up where the address signs in already", async () => {
    const [owner, known] = [await testAccount(), await testAccount()];
    const { token } = await invited(owner, { email: known.userId });
    hashing.most = 0;
    const answers = await atOnce(join, () => ({ token, name: "Robin", password: PASSWORD }));
    expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(200));
    expect(hashing.most).toBe(2);
  });

  it("by a link to choose one", async () => {
    const { accountId } = await testAccount();
    const token = newToken();
    const at = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    const tokenHash = new Uint8Array(hashSecret(token));
    await db().prisma.passwordReset.create({ data: { tokenHash, accountId, ...at } });
    hashing.most = 0;
    const answers = await atOnce(reset, () => ({ token, password: PASSWORD }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(hashing.most).toBe(2);
  });

  it("for new accounts", async () => {
    vi.stubEnv("SIGNUP", "open");
    reloadEnv();
    hashing.most = 0;
    const answers = await atOnce(signUp, () => ({
      name: "New",
      email: `${newId()}@example.com`,
      country: "NZ",
    }));
    vi.unstubAllEnvs();
    reloadEnv();
    expect(answers.map(({ status }) => status)).toEqual(Array(TIMES).fill(200));
    expect(hashing.most).toBe(2);
  });
});

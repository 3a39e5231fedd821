import { hash } from "@node-rs/argon2";
import type { Role } from "@/lib/contracts/base/roles";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { newId, newToken } from "@/lib/ids";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

/** A person in another person's account, with a password that only tests use. */
export type TestPerson = TestAccount & { personId: number };

/** Adds a new person to an account. */
export async function personIn({ accountId }: TestAccount, role: Role): Promise<TestPerson> {
  const [userId, password] = [`${newId()}@example.com`, "correct horse battery"];
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { id: personId } = await db().prisma.account.create({
    data: {
      email: userId,
      name: "Robin",
      passwordHash,
      country: "NZ",
      createdAt: new Date(),
      hasAccount: false,
      passwordOnApi: false,
      legacySendEnabled: false,
    },
  });
  await addMember({ accountId }, personId, role);
  return { accountId, personId, userId, password };
}

/** Adds a person who can sign in already to an account. */
export async function addMember({ accountId }: { accountId: number }, personId: number, role: Role) {
  await db().prisma.membership.create({ data: { accountId, personId, role, createdAt: new Date() } });
}

/** Invites an address into an account, as an hour ago by email. Returns the link's token. */
export async function invited(
  { accountId }: TestAccount,
  given: { email?: string; role?: Role; expiresAt?: Date; inviterId?: number } = {},
): Promise<{ id: string; token: string; email: string }> {
  const hour = 3_600_000;
  const [id, token, at] = [newId(), newToken(), new Date(Date.now() - hour)];
  const { email = `${newId()}@example.com`, role = "sender" } = given;
  const expiresAt = given.expiresAt ?? new Date(Date.now() + hour);
  await db().prisma.invitation.create({
    data: {
      id,
      accountId,
      email,
      role,
      expiresAt,
      createdAt: at,
      sentAt: at,
      inviterId: given.inviterId ?? null,
      tokenHash: new Uint8Array(hashSecret(token)),
    },
  });
  return { id, token, email };
}

/** Creates another account whose first person is also an owner of this one. */
export async function coOwnerOf(account: TestAccount): Promise<TestPerson> {
  const other = await testAccount();
  await addMember(account, other.accountId, "owner");
  return { ...other, personId: other.accountId, accountId: account.accountId };
}

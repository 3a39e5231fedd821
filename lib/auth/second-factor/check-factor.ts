import { type Attempt, countFailure, takeBackFailure } from "@/lib/auth/limits/auth-failures";
import { isKnownAddress, noteKnownAddress } from "@/lib/auth/limits/known-addresses";
import { stepOf } from "@/lib/auth/second-factor/totp";
import { tryDecrypt } from "@/lib/crypto/encryption";
import { hashSecret } from "@/lib/crypto/secrets";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfPerson } from "@/lib/db/locks/caller-turns";

/** A code to check, its address, and the secret that encrypts the account's factor. */
type CodeCheck = { accountId: number; code: string; address: string; authSecret: string };
/** Does the work that a right code permits, in the transaction that uses the code up. */
type Record_ = (tx: Transaction) => Promise<void>;

/**
 * Checks a code of the app, or a recovery code (rules: two-factor authentication, wrong secrets). Each works once,
 * even if several servers try it at a time.
 * Codes of the app have six digits and can be guessed. Wrong ones are counted by account and address. From addresses
 * without a recent right code they are also counted by account only, so that guesses elsewhere do not lock the owner
 * out at home. A recovery code has 80 random bits: a right one works after any number of wrong ones.
 * @throws GatewayError `too_many_requests` after too many wrong ones.
 */
export async function checkFactor(
  db: Database,
  asked: CodeCheck,
  now: Date,
  record: Record_,
): Promise<boolean> {
  const { accountId, address } = asked;
  const given = { ...asked, code: asked.code.replace(/[\s-]/g, "").toLowerCase() };
  const isRight = /^\d{6}$/.test(given.code)
    ? await checkAppCode(db, given, now, record)
    : await checkRecoveryCode(db, given, now, record);
  const note = () => noteKnownAddress(db, "factor", { accountId, address }, now);
  if (isRight) await tryAfterCommit(note, undefined, "the address of a right code was not recorded");
  return isRight;
}

async function checkAppCode(
  db: Database,
  { accountId, code, address, authSecret }: CodeCheck,
  now: Date,
  record: Record_,
): Promise<boolean> {
  const everywhere = !(await isKnownAddress(db, "factor", { accountId, address }, now));
  const attempt: Attempt = { kind: "factor", name: String(accountId), address, everywhere };
  await countFailure(db, attempt, now);
  const isRight = await inChangeTurn(db, turnOfPerson(accountId), () =>
    db.transaction(async (tx) => {
      const isSpent = await spendStep(tx, { accountId, code, authSecret }, now);
      if (isSpent) await record(tx);
      return isSpent;
    }),
  );
  if (isRight)
    await tryAfterCommit(
      () => takeBackFailure(db, attempt),
      undefined,
      "the count of a right code was not subtracted",
    );
  return isRight;
}

async function checkRecoveryCode(
  db: Database,
  { accountId, code, address }: CodeCheck,
  now: Date,
  record: Record_,
): Promise<boolean> {
  const unused = { accountId, codeHash: hashSecret(code), usedAt: null };
  if ((await db.prisma.recoveryCode.count({ where: unused })) === 0) {
    await countFailure(db, { kind: "recovery", name: String(accountId), address }, now);
    return false;
  }
  return inChangeTurn(db, turnOfPerson(accountId), () =>
    db.transaction(async (tx) => {
      const used = await tx.prisma.recoveryCode.updateMany({ where: unused, data: { usedAt: now } });
      if (used.count > 0) await record(tx);
      return used.count > 0;
    }),
  );
}

async function spendStep(
  db: Queryable,
  { accountId, code, authSecret }: Omit<CodeCheck, "address">,
  now: Date,
): Promise<boolean> {
  const row = await db.prisma.account.findUnique({
    where: { id: accountId, totpEnabledAt: { not: null } },
    select: { totpSecret: true },
  });
  const step = stepOf(tryDecrypt(row?.totpSecret ?? null, authSecret), code, now);
  if (step === null) return false;
  const used = await db.prisma.account.updateMany({
    where: { id: accountId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return used.count > 0;
}

import { type PersonRow, peopleStatement } from "@/lib/accounts/people/people.sql";
import { listSenders } from "@/lib/accounts/settings";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** The refusal of an account's number that is none. */
export function noAccount(accountId: number): GatewayError {
  return new GatewayError("not_found", `There is no account ${accountId}.`);
}

/**
 * One account as an administrator sees it: none of its credentials.
 * @param administratorId whose eyes they are.
 * @throws GatewayError `not_found`.
 */
export async function readAccount(
  db: Database,
  accountId: number,
  administratorId: number,
  now: Date,
): Promise<AccountDetails> {
  const [account, activeKeys, senders, people] = await Promise.all([
    db.prisma.account.findUnique({
      where: { id: accountId, hasAccount: true },
      select: {
        ...{
          id: true,
          email: true,
          name: true,
          country: true,
          countryConfirmedAt: true,
          status: true,
          isAdmin: true,
        },
        ...{ balanceMicros: true, owedMicros: true, standardRateMicros: true },
        ...{ createdAt: true, unicodeEnabled: true },
        ...{ legacySendEnabled: true, passwordOnApi: true, totpEnabledAt: true, noticeEmails: true },
        ...{ defaultSenderId: true, templateSenderId: true },
      },
    }),
    db.prisma.apiKey.count({
      where: { accountId, disabledAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    }),
    listSenders(db, accountId),
    db.query<PersonRow>(peopleStatement(accountId)),
  ]);
  if (!account) throw noAccount(accountId);
  const { balanceMicros, owedMicros, standardRateMicros, createdAt, ...others } = account;
  const { totpEnabledAt, countryConfirmedAt, ...plain } = others;
  return {
    ...plain,
    balance: toDecimal(balanceMicros),
    owed: owedMicros === 0n ? null : toDecimal(owedMicros),
    createdAt: formatNz(createdAt),
    standardRate: standardRateMicros === null ? null : toDecimal(standardRateMicros),
    isCountryConfirmed: countryConfirmedAt !== null,
    secondFactor: totpEnabledAt !== null,
    activeKeys,
    senders,
    people: people.map(({ personId, name, email, role }) => ({ personId, name, email, role })),
    isOwn: accountId === administratorId,
  };
}

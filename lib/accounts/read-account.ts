import { listSenders } from "@/lib/accounts/settings";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import type { Role } from "@/lib/contracts/base/roles";
import { MAX_PEOPLE } from "@/lib/contracts/members/people/people";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** The refusal of an account's number that is none. */
export function noAccount(accountId: number): GatewayError {
  return new GatewayError("not_found", `There is no account ${accountId}.`);
}

/** Who belongs to an account, owners first. */
async function listMembers(db: Database, accountId: number): Promise<AccountDetails["people"]> {
  const rows = await db.prisma.membership.findMany({
    where: { accountId },
    select: { personId: true, role: true, person: { select: { name: true, email: true } } },
    orderBy: { person: { email: "asc" } },
    take: MAX_PEOPLE,
  });
  const people = rows.map(({ personId, role, person }) => ({ personId, role: role as Role, ...person }));
  const rank = ({ role }: { role: Role }) => (role === "owner" ? 0 : 1);
  return people.sort((one, other) => rank(one) - rank(other));
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
    listMembers(db, accountId),
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
    people,
    isOwn: accountId === administratorId,
  };
}

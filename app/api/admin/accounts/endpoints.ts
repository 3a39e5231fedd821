import { beginView } from "@/lib/accounts/begin-view";
import { changeAccount } from "@/lib/accounts/change-account";
import { openAccount } from "@/lib/accounts/open-account";
import { readAccount } from "@/lib/accounts/read-account";
import { resetSecondFactor } from "@/lib/accounts/reset-second-factor";
import { searchAccounts } from "@/lib/accounts/search-accounts";
import { sendAccountResetLink } from "@/lib/accounts/send-account-reset-link";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import { listAccountActivity } from "@/lib/activity/list-account-activity";
import { databaseOfNewAccounts } from "@/lib/auth/directory/new-accounts";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { listMovements } from "@/lib/billing/statements/list-movements";
import {
  adjustBalance as adjustBalanceOperation,
  beginViewOperation,
  changeAccount as changeAccountOperation,
  listAccountActivity as listAccountActivityOperation,
  listAccounts,
  listMovements as listMovementsOperation,
  openAccount as openAccountOperation,
  readAccount as readAccountOperation,
  resetSecondFactor as resetSecondFactorOperation,
  sendAccountResetLink as sendAccountResetLinkOperation,
  setAccountEnabled as setAccountEnabledOperation,
} from "@/lib/contracts/admin/accounts";
import { authSecret } from "@/lib/crypto/auth-secret";
import { allCells, databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { pageOverCells } from "@/lib/http/over-cells/page-over-cells";
import { parseDollars, toDecimal } from "@/lib/money";

export const ACCOUNTS_ENDPOINTS = tableOf([
  admin(
    listAccounts,
    async ({ db, input }) => {
      const { order = "-created" } = input;
      const cells = allCells(db);
      // The ids of a cell's accounts are all larger than those of the cells before it.
      const { rows: accounts, ...page } = await pageOverCells(
        order === "-created" ? cells.toReversed() : cells,
        input,
        (cell, part) => searchAccounts(cell, input, part),
      );
      return { accounts, ...page };
    },
    "long",
  ),
  admin(openAccountOperation, ({ db, actor, input, now }) =>
    openAccount(databaseOfNewAccounts(db), input, actor, now),
  ),
  admin(listAccountActivityOperation, ({ db, input }) => listAccountActivity(db, input), "long"),
  admin(adjustBalanceOperation, async ({ db, actor, input, now }) => {
    const { amount, ...adjustment } = input;
    const amountMicros = parseDollars(amount);
    return { balance: toDecimal(await adjustBalance(db, { ...adjustment, amountMicros }, actor, now)) };
  }),
  admin(changeAccountOperation, ({ db, actor, input, now }) => changeAccount(db, input, actor, now)),
  admin(setAccountEnabledOperation, ({ db, actor, input, now }) => setAccountEnabled(db, input, actor, now)),
  admin(listMovementsOperation, ({ db, input }) => listMovements(db, input), "long"),
  admin(readAccountOperation, async ({ db, member, input, now }) => ({
    account: await readAccount(db, input.accountId, member.accountId, now),
  })),
  admin(resetSecondFactorOperation, ({ db, actor, input, now }) =>
    resetSecondFactor(db, input.accountId, actor, now),
  ),
  admin(sendAccountResetLinkOperation, async ({ db, actor, input, now }) => {
    const { accountId, personId = accountId } = input;
    await sendAccountResetLink(db, { accountId, personId }, actor, { authSecret: authSecret(), now });
    return { success: true as const, isEmailConfigured: env().smtpUrl !== undefined };
  }),
  admin(beginViewOperation, ({ session, input, address, now }) =>
    beginView(databaseOfAccount(db(), session.personId), session, { ...input, address }, now),
  ),
]);

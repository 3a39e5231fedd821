"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { AccountChips } from "@/app/admin/accounts/_components/accounts";
import { AccessPanel } from "@/app/admin/accounts/[accountId]/_components/access-panel";
import { AccountActivity } from "@/app/admin/accounts/[accountId]/_components/account-activity";
import { BalancePanel } from "@/app/admin/accounts/[accountId]/_components/balance-panel";
import { PeoplePanel } from "@/app/admin/accounts/[accountId]/_components/people-panel";
import { TermsPanel } from "@/app/admin/accounts/[accountId]/_components/terms-panel";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import type { CountryChoice } from "@/components/members/country-select";
import { useMember } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { LINK } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import { readAccount } from "@/lib/contracts/generated/admin/accounts";

const ViewDialog = loadedLater(
  async () => (await import("@/app/admin/accounts/[accountId]/_components/view-dialog")).ViewDialog,
);

/** Draws an account with its balance, terms, access and activity. */
export function Account({
  accountId,
  countries,
}: {
  accountId: number;
  countries: readonly CountryChoice[];
}) {
  const query = useMember(readAccount, { accountId });
  const [isViewing, setViewing] = useState(false);
  return (
    <>
      <BackLink href="/admin/accounts">Accounts</BackLink>
      <Loaded query={query}>
        {({ account }) => (
          <>
            <PageHeader
              title={account.name}
              actions={
                <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                  <Link className={LINK} href={`/admin/messages?account=${account.id}`}>
                    View messages
                  </Link>
                  {account.isOwn ? null : (
                    <Button variant="outline" onPress={() => setViewing(true)}>
                      View as this account
                    </Button>
                  )}
                </div>
              }
            >
              <span className="break-all">{account.email}</span>
            </PageHeader>
            <div className="flex flex-col gap-6">
              <Facts account={account} />
              <BalancePanel account={account} />
              <TermsPanel key={account.id} account={account} countries={countries} />
              <AccessPanel account={account} />
              <PeoplePanel account={account} />
              <AccountActivity accountId={account.id} />
            </div>
            {isViewing ? <ViewDialog account={account} onClose={() => setViewing(false)} /> : null}
          </>
        )}
      </Loaded>
    </>
  );
}

function Facts({ account }: { account: AccountDetails }) {
  const { id, createdAt, activeKeys, secondFactor, legacySendEnabled, passwordOnApi, noticeEmails } = account;
  return (
    <Panel title="Details" actions={<AccountChips {...account} />}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3">
        <Fact title="Number (cust_id)">{id}</Fact>
        <Fact title="Created">
          <Time isLong at={createdAt} />
        </Fact>
        <Fact title="Two-factor authentication">{secondFactor ? "On" : "Off"}</Fact>
        <Fact title="Active API keys">{activeKeys}</Fact>
        <Fact title="API password">{passwordOnApi ? "Accepted" : "Refused"}</Fact>
        <Fact title="Legacy endpoint">{legacySendEnabled ? "On" : "Off"}</Fact>
        <Fact title="Notification emails">
          {noticeEmails.length > 0 ? noticeEmails.join(", ") : "Sign-in address"}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  );
}

"use client";

import { useRole } from "@/components/members/role";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { ROLE_NAMES } from "@/components/words/role-names";
import { type AllowedRoles, ROLES, VIEWER, VISITORS } from "@/lib/contracts/base/roles";

/** Explains in place of a page that the reader's role cannot use it, and names the roles that can. */
export function NotForRole({ title, allowed }: { title: string; allowed: AllowedRoles }) {
  const role = useRole();
  if (role === VIEWER) return <NotForViewers title={title} />;
  const able = ROLES.filter((each) => allowed !== VISITORS && allowed.includes(each));
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState title="Your role can’t open this page">
          <p>
            Your role in this account is {ROLE_NAMES[role].title}. This page is for:{" "}
            {able.map((each) => ROLE_NAMES[each].title).join(", ")}.
          </p>
          <p>
            An owner can change your role in <NearLink href="/people">People</NearLink>.
          </p>
        </EmptyState>
      </Panel>
    </>
  );
}

function NotForViewers({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState title="This page is closed while you view an account">
          It changes the account or shows secrets. To use the page of your own account, end the view.
        </EmptyState>
      </Panel>
    </>
  );
}

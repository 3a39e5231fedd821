"use client";

import { useState } from "react";
import { ApprovedDomains } from "@/app/(members)/domains/_components/approved-domains";
import { DomainRequests } from "@/app/(members)/domains/_components/domain-requests";
import { HeldHosts } from "@/app/(members)/domains/_components/held-hosts";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { PageHeader } from "@/components/ui/page-header";
import { requestDomainOperation } from "@/lib/contracts/generated/members/domains";

const RequestDialog = loadedLater(
  async () => (await import("@/app/(members)/domains/_components/request-dialog")).RequestDialog,
);

/** Draws approved domains, requests, and the hosts of held messages. */
export function Domains() {
  /** The domain in the dialog. Empty until the reader types one; undefined while the dialog is closed. */
  const [asking, setAsking] = useState<string>();
  return (
    <>
      <PageHeader
        title="Approved domains"
        actions={
          <May call={requestDomainOperation}>
            <Button onPress={() => setAsking("")}>Request domain</Button>
          </May>
        }
      >
        Messages with links are held until the domain is approved. Approving a domain covers all its
        subdomains.
      </PageHeader>
      <div className="flex flex-col gap-6">
        <HeldHosts onRequest={setAsking} />
        <DomainRequests />
        <ApprovedDomains onRequest={() => setAsking("")} />
      </div>
      {asking === undefined ? null : <RequestDialog begun={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

"use client";

import { useState } from "react";
import { Endpoints } from "@/app/(members)/webhooks/_components/endpoints";
import { MoreEndpoints } from "@/app/(members)/webhooks/_components/further-endpoints";
import { PausedBanner } from "@/app/(members)/webhooks/_components/paused-banner";
import { SigningSecret } from "@/app/(members)/webhooks/_components/signing-secret";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/states";
import { listFurtherEndpoints } from "@/lib/contracts/generated/members/further-endpoints";
import { readWebhooks } from "@/lib/contracts/generated/members/webhooks";

const UrlDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/url-dialog")).UrlDialog,
);

// Late panels come last, so that they move no other panel.
const Deliveries = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/deliveries")).Deliveries,
);

/** Draws the endpoints, the secret and the deliveries. */
export function Webhooks() {
  const webhooks = useMember(readWebhooks, {}, { refetchIntervalMs: 30_000 });
  const further = useMember(listFurtherEndpoints, {}, { refetchIntervalMs: 30_000 });
  const more = further.data?.endpoints ?? [];
  const [isSettingBoth, setSettingBoth] = useState(false);
  return (
    <>
      <PageHeader
        title="Webhooks"
        actions={<Button onPress={() => setSettingBoth(true)}>Use one URL for both</Button>}
      >
        We post replies and delivery reports to your URL as JSON, as they happen.
      </PageHeader>
      <div className="flex flex-col gap-6">
        <Loaded query={webhooks}>
          {({ endpoints, signed, olderForMs }) => (
            <>
              <PausedBanner endpoints={endpoints} />
              <Endpoints endpoints={endpoints} />
              <Loaded query={further}>{(list) => <MoreEndpoints list={list} />}</Loaded>
              <SigningSecret signed={signed} olderForMs={olderForMs} readAt={webhooks.dataUpdatedAt} />
            </>
          )}
        </Loaded>
        <Deliveries
          hasWebhook={more.length > 0 || (webhooks.data?.endpoints.some(({ url }) => url !== null) ?? true)}
          endpoints={more}
        />
      </div>
      {isSettingBoth ? (
        <UrlDialog
          kind="both"
          present={samePresent(webhooks.data?.endpoints)}
          onClose={() => setSettingBoth(false)}
        />
      ) : null}
    </>
  );
}

/** Returns the current URL if both kinds have the same one. */
function samePresent(endpoints: readonly { url: string | null }[] = []): string {
  const [first, ...others] = endpoints;
  return first?.url && others.every(({ url }) => url === first.url) ? first.url : "";
}

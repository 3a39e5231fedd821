"use client";

import { ShopSecrets } from "@/app/(members)/integrations/[kind]/_components/shop-secrets";
import { TopicRow } from "@/app/(members)/integrations/[kind]/_components/topic-row";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { readTopics } from "@/lib/contracts/generated/members/integration-topics";

/** Draws the texts of a storefront's events, and the secrets of its shops. */
export function Storefront() {
  const topics = useMember(readTopics, {});
  return (
    <>
      <Panel title="Texts">
        <p className="mb-4 max-w-4xl text-pretty text-sm text-muted">
          Choose the order events that send a text, and edit the texts. We text the number on the order.
          Orders without a number are skipped.
        </p>
        <Loaded query={topics}>
          {(data) => (
            <ul className="divide-y divide-line border-t border-line">
              {data.topics.map((topic) => (
                <TopicRow key={topic.topic} saved={topic} />
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <Panel title="Signatures">
        <p className="mb-4 max-w-4xl text-pretty text-sm text-muted">
          Your shop signs its events. Enter its secret to reject everything else, even from someone who knows
          the URL. Secrets are encrypted and never shown again.
        </p>
        <Loaded query={topics}>{(data) => <ShopSecrets entered={data.shops} />}</Loaded>
      </Panel>
    </>
  );
}

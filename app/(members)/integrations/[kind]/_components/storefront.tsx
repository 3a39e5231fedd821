"use client";

import { ShopSecrets } from "@/app/(members)/integrations/[kind]/_components/shop-secrets";
import { TopicRow } from "@/app/(members)/integrations/[kind]/_components/topic-row";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { readTopics } from "@/lib/contracts/members/integration-topics";

/** The texts of a storefront's events, and the secrets of its shops. */
export function Storefront() {
  const topics = useMember(readTopics, {});
  return (
    <>
      <Panel title="Texts">
        <p className="mb-4 max-w-prose text-sm text-muted">
          Choose which events of an order send a text, and what it says. The number is the one your customer
          gave with the order; where there is none, nothing is sent.
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
        <p className="mb-4 max-w-prose text-sm text-muted">
          Your shop signs what it sends. With its secret entered here, nothing else counts, even from somebody
          who knows the address. Secrets are kept encrypted and never shown again.
        </p>
        <Loaded query={topics}>{(data) => <ShopSecrets entered={data.shops} />}</Loaded>
      </Panel>
    </>
  );
}

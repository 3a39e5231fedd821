"use client";

import { Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { FIRST_STEPS_HIDDEN } from "@/app/(members)/overview/_components/first-steps-hidden";
import { Button } from "@/components/controls/button";
import { useMay } from "@/components/members/role";
import { LINK } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { Panel } from "@/components/ui/panel";
import { listApiKeys } from "@/lib/contracts/generated/members/api-keys";
import { readBilling } from "@/lib/contracts/generated/members/billing";
import { requestDomainOperation } from "@/lib/contracts/generated/members/domains";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import { readWebhooks } from "@/lib/contracts/generated/members/webhooks";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import type { Overview } from "@/lib/contracts/members/overview";

type Step = {
  title: string;
  text: string;
  href: string;
  done: boolean;
  /** The operation of the step. A reader who may not call it does not see the step. */
  call: MemberRoute;
};

/** The lifetime of the cookie, in seconds. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

function stepsOf({ money, apiKey, message, webhook, domain }: Overview["firstSteps"]): Step[] {
  return [
    {
      title: "Add money",
      href: "/billing",
      done: money,
      call: readBilling,
      text: "Messages are paid from your balance, which is $0.",
    },
    {
      title: money ? "Send your first message" : "Try test mode",
      href: "/send",
      done: message,
      call: sendFromPageOperation,
      text: money
        ? "Text your own phone, or use test mode for free."
        : "See the final message and its price. Nothing is sent or billed.",
    },
    {
      title: "Create an API key",
      href: "/api-keys",
      done: apiKey,
      call: listApiKeys,
      text: "Send from your app. You can revoke it without changing your password.",
    },
    {
      title: "Register a webhook",
      href: "/webhooks",
      done: webhook,
      call: readWebhooks,
      text: "We post replies and delivery reports to your server as they happen.",
    },
    {
      title: "Get a domain approved",
      href: "/domains",
      done: domain === "approved",
      call: requestDomainOperation,
      text:
        domain === "requested"
          ? "Your request is pending review."
          : "Messages with links are held until the domain is approved.",
    },
  ];
}

/**
 * Draws the first steps of a new account that its reader may do. They disappear when all are done or the
 * reader hides them.
 */
export function FirstSteps({
  steps,
  simulated,
  wasHidden,
}: {
  steps: Overview["firstSteps"];
  /** True if the simulated network has handsets. */
  simulated: boolean;
  /** True if the reader hid the steps before. */
  wasHidden: boolean;
}) {
  const [isHidden, setHidden] = useState(wasHidden);
  const may = useMay();
  const all = stepsOf(steps).filter(({ call }) => may(call));
  const left = all.filter(({ done }) => !done).length;
  if (isHidden || left === 0) return null;
  const hide = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser that is served.
    document.cookie = `${FIRST_STEPS_HIDDEN}=1; Path=/overview; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax`;
    setHidden(true);
  };
  return (
    <Panel
      title="First steps"
      actions={
        <Button size="sm" variant="ghost" onPress={hide}>
          Hide
        </Button>
      }
    >
      <ol className="grid gap-4 sm:grid-cols-2">
        {all.map((step) => (
          <StepItem key={step.href} step={step} />
        ))}
      </ol>
      {simulated ? (
        <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
          The network is simulated, so no message reaches a real phone. Send to any number, see it arrive on
          the{" "}
          <NearLink href="/handset" className={LINK}>
            handset
          </NearLink>
          , and reply from there.
        </p>
      ) : null}
    </Panel>
  );
}

function StepItem({ step: { title, text, href, done } }: { step: Step }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon
        aria-hidden="true"
        size={20}
        className={`mt-0.5 shrink-0 ${done ? "text-accent" : "text-muted"}`}
      />
      <span className="min-w-0">
        {done ? (
          <span className="text-muted">
            {title} <span className="sr-only">(done)</span>
          </span>
        ) : (
          <NearLink href={href} className={LINK}>
            {title}
          </NearLink>
        )}
        {done ? null : <span className="block text-sm text-muted">{text}</span>}
      </span>
    </li>
  );
}

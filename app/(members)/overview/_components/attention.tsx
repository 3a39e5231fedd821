import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { useMay } from "@/components/members/role";
import { formatCount } from "@/components/ui/count";
import { NearLink } from "@/components/ui/near-link";
import { MAX_HELD } from "@/lib/contracts/base/values";
import { beginSecondFactor } from "@/lib/contracts/generated/members/account";
import { readBilling } from "@/lib/contracts/generated/members/billing";
import { readWebhooks } from "@/lib/contracts/generated/members/webhooks";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import type { Overview } from "@/lib/contracts/members/overview";
import { formatMoney } from "@/lib/money";

type Item = {
  status: "warning" | "danger" | "default";
  text: string;
  href: string;
  action: string;
  /** The operation at the link. A reader who may not call it gets no link. */
  call?: MemberRoute;
};

const BALANCES = {
  new: "Your balance is $0. Add money to send messages. Test mode is free.",
  none: "Your balance is used up. Add money to send messages.",
  low: "Your balance is low.",
};

const AUTO_TOP_UPS = {
  paused: "Auto top-up is paused. Your card isn’t charged.",
  limited: "Auto top-up has reached your limit.",
};

const PAUSED_WEBHOOKS = {
  inbound: "Your webhook for inbound messages is paused. Its events are on hold.",
  report: "Your webhook for delivery reports is paused. Its events are on hold.",
  further: "A webhook endpoint is paused. Its events are on hold.",
};

/** Returns the items that need the reader, possible losses first. */
function itemsOf(
  { balance, pausedWebhooks, held, spentToday, spentThisMonth, autoTopUp }: Overview["attention"],
  secondFactorOff: boolean,
): Item[] {
  const items: Item[] = [];
  if (balance !== "fine") {
    items.push({
      status: balance === "none" ? "danger" : "warning",
      href: "/billing",
      action: "Add money",
      call: readBilling,
      text: BALANCES[balance],
    });
  }
  if (autoTopUp !== "fine") {
    items.push({
      status: "warning",
      href: "/billing",
      action: "View auto top-up",
      call: readBilling,
      text: AUTO_TOP_UPS[autoTopUp],
    });
  }
  for (const kind of pausedWebhooks) {
    items.push({
      status: "danger",
      href: "/webhooks",
      action: "View webhook",
      call: readWebhooks,
      text: PAUSED_WEBHOOKS[kind],
    });
  }
  if (held > 0) {
    const many = held > MAX_HELD ? `More than ${formatCount(MAX_HELD)}` : formatCount(held);
    items.push({
      status: "warning",
      href: "/domains",
      action: "View domains",
      text: `${many} ${held === 1 ? "message" : "messages"} on hold: link not approved.`,
    });
  }
  for (const [amount, period] of [
    [spentToday, "Today’s"] as const,
    [spentThisMonth, "This month’s"] as const,
  ]) {
    if (amount === null) continue;
    items.push({
      status: "warning",
      href: "/billing",
      action: "View billing",
      call: readBilling,
      text: `${period} charges have passed ${formatMoney(amount)}.`,
    });
  }
  if (secondFactorOff) {
    items.push({
      status: "default",
      href: "/settings",
      action: "Turn on",
      call: beginSecondFactor,
      text: "Two-factor authentication is off.",
    });
  }
  return items;
}

/**
 * Draws the items that need attention, each with a link. Draws nothing if there are none.
 * @param secondFactorOff true if the reader signs in without a second factor. Only a reader who may set one
 * up gets this item.
 */
export function Attention({
  attention,
  secondFactorOff,
}: {
  attention: Overview["attention"];
  secondFactorOff: boolean;
}) {
  const may = useMay();
  const items = itemsOf(attention, secondFactorOff && may(beginSecondFactor));
  if (items.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <ul className="flex flex-col gap-2">
        {items.map(({ status, text, href, action, call }) => (
          <li key={text}>
            <Alert status={status} className="border border-line">
              <AlertContent>
                <AlertTitle>{text}</AlertTitle>
              </AlertContent>
              {call && !may(call) ? null : (
                <NearLink
                  href={href}
                  className="finger shrink-0 text-sm leading-6 font-medium text-accent underline-offset-4 hover:underline"
                >
                  {action}
                </NearLink>
              )}
            </Alert>
          </li>
        ))}
      </ul>
    </section>
  );
}

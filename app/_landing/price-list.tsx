import Link from "next/link";
import type { PublicPrice } from "@/app/_landing/public-prices";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { formatNzMoney } from "@/lib/money";

/** Draws the prices of a part, or links to them. */
export function PriceList({ prices }: { prices: readonly PublicPrice[] | null }) {
  if (prices === null) {
    return (
      <p className="max-w-prose leading-7">
        You pay for each part of a message, at your account’s prices. The sandbox shows the price of any
        message before you send it. See{" "}
        <Link href="/docs/sandbox" className={LINK_IN_TEXT}>
          Sandbox and simulator
        </Link>
        , or{" "}
        <Link href="/sign-in" className={LINK_IN_TEXT}>
          sign in
        </Link>{" "}
        for your prices.
      </p>
    );
  }
  return (
    <>
      <dl className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-panel">
        {prices.map(({ callingCode, place, price }) => (
          <div key={callingCode} className="flex items-baseline justify-between gap-4 px-5 py-3">
            <dt className="min-w-0 break-words">{place}</dt>
            <dd className="font-medium whitespace-nowrap tabular-nums">{formatNzMoney(price)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">Per part, including 15% GST. A part has up to 160 characters.</p>
    </>
  );
}

import { connection } from "next/server";
import { LandingLinks } from "@/app/_landing/landing-links";
import { LiveHandset } from "@/app/_landing/live-handset";
import { PriceList } from "@/app/_landing/price-list";
import { publicPrices } from "@/app/_landing/prices";
import { NEW_ZEALAND } from "@/app/_landing/public-prices";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerEmail, readerLanguage } from "@/app/docs/_content/reader";
import { Code, CodePanel } from "@/components/docs/code";
import { DocsHeader } from "@/components/docs/docs-header";
import { LanguageProvider } from "@/components/docs/language-choice";
import { Samples } from "@/components/docs/samples";
import { SiteFooter } from "@/components/docs/site-footer";
import { sendOperation } from "@/lib/contracts/gateway/send";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";
import { env } from "@/lib/env";

const FEATURES = [
  ["Follow every message", "Delivery reports, replies and opt-outs reach your webhook, signed and retried."],
  ["Fair to people", "Opt-outs are blocked for you, and messages at night wait until morning."],
  ["Safe to retry", "With an idempotency key, nothing is sent twice. Accepted messages are never lost."],
] as const;

/** @param address the address of this server. */
const requestTo = (address: string): SampleRequest => ({
  method: "POST",
  url: `${address}/gateway/sms/out`,
  body: {
    form: [
      ["userId", "you@example.com"],
      ["password", "your password"],
      ["to", "64211234567"],
      ["body", "Your table is ready"],
      ["messageClass", "transactional"],
    ],
  },
});

/** Draws the landing page: a description, a phone to text, a request to try, and prices. */
export default async function HomePage() {
  // Sign-up is a setting of the running server. A build does not know it.
  await connection();
  const { signupOpen } = env();
  const prices = await publicPrices(signupOpen);
  const [, sent] = sendOperation.examples;
  return (
    <div className="flex min-h-dvh flex-col">
      <DocsHeader isSignedIn={(await readerEmail()) !== null} />
      <main className="mx-auto flex w-full max-w-7xl grow flex-col gap-16 px-5 py-10 sm:px-6 sm:py-16 lg:gap-24">
        <section className="grid gap-12 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-16">
          <div className="flex flex-col items-start gap-7">
            <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
              Messaging Gateway
            </h1>
            <p className="max-w-prose text-lg leading-8 text-muted text-pretty">
              Send text messages to New Zealand and the world with one HTTP request. Track every message from
              request to phone.
            </p>
            <LandingLinks signupOpen={signupOpen} />
          </div>
          <LiveHandset
            partPrice={prices?.find(({ callingCode }) => callingCode === NEW_ZEALAND)?.price ?? null}
          />
        </section>
        <ul className="grid gap-4 sm:grid-cols-3">
          {FEATURES.map(([title, about]) => (
            <li key={title} className="rounded-2xl border border-line bg-panel px-5 py-4">
              <h2 className="font-medium">{title}</h2>
              <p className="mt-1 text-sm leading-6 text-muted">{about}</p>
            </li>
          ))}
        </ul>
        <section className="grid items-start gap-8 lg:grid-cols-[5fr_7fr] lg:gap-16">
          <div className="flex flex-col gap-4">
            <h2 className="text-2xl font-semibold tracking-tight">Prices</h2>
            <PriceList prices={prices} />
          </div>
          <CodePanel label="Example">
            <LanguageProvider initial={await readerLanguage()}>
              <Samples label="Send a message" request={requestTo(await baseUrl())} />
            </LanguageProvider>
            <Code label="200 OK" language="json" text={JSON.stringify(sent?.response, null, 2)} />
          </CodePanel>
        </section>
      </main>
      <SiteFooter />
    </div>
  );
}

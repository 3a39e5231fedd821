import { connection } from "next/server";
import { LandingLinks } from "@/app/_landing/landing-links";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerLanguage } from "@/app/docs/_content/reader";
import { Code, CodePanel } from "@/components/docs/code";
import { LanguageProvider } from "@/components/docs/language-choice";
import { Samples } from "@/components/docs/samples";
import { Mark } from "@/components/shell/mark";
import { sendOperation } from "@/lib/contracts/gateway/send";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";
import { env } from "@/lib/env";

/** @param address of this server. */
const requestTo = (address: string): SampleRequest => ({
  ...{ method: "POST", url: `${address}/gateway/sms/out` },
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

/** The landing page: what this is, and a request to try. */
export default async function HomePage() {
  // Whether anybody can make an account is a setting of the server that runs, not of the build.
  await connection();
  const [, sent] = sendOperation.examples;
  return (
    <main className="mx-auto grid min-h-dvh max-w-6xl content-center gap-12 px-6 py-14 lg:grid-cols-[5fr_6fr] lg:items-center lg:gap-16">
      <section className="flex flex-col items-start gap-7">
        <Mark size={48} />
        <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">Messaging Gateway</h1>
        <p className="max-w-prose text-lg leading-8 text-muted text-pretty">
          Send text messages to New Zealand and the world with one HTTP request. Track every message from
          request to phone.
        </p>
        <LandingLinks signupOpen={env().signupOpen} />
      </section>
      <CodePanel label="Example">
        <LanguageProvider initial={await readerLanguage()}>
          <Samples label="Send a message" request={requestTo(await baseUrl())} />
        </LanguageProvider>
        <Code label="200 OK" language="json" text={JSON.stringify(sent?.response, null, 2)} />
      </CodePanel>
    </main>
  );
}

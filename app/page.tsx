import Link from "next/link";
import { Code, CodePanel } from "@/components/docs/code";

const REQUEST = `curl http://localhost:3000/gateway/sms/out \\
  --data-urlencode "userId=you@example.com" \\
  --data-urlencode "password=your password" \\
  --data-urlencode "to=64211234567" \\
  --data-urlencode "body=Your table is ready" \\
  --data-urlencode "messageClass=transactional"`;

const RESPONSE = `{
  "success": true,
  "status": "accepted",
  "message_id": "0199e2c4-6f1a-7c3e-9d55-2b8f0a41c7d6",
  "to": "64211234567",
  "from": "2190",
  "parts": 1
}`;

/** The landing page: what this is, and the one request that shows it. */
export default function HomePage() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-6xl content-center gap-12 px-6 py-14 lg:grid-cols-[5fr_6fr] lg:items-center lg:gap-16">
      <section className="flex flex-col items-start gap-7">
        <span aria-hidden="true" className="flex items-end gap-1.5">
          <span className="h-4 w-1.5 rounded-full bg-accent/35" />
          <span className="h-6 w-1.5 rounded-full bg-accent/65" />
          <span className="h-9 w-1.5 rounded-full bg-accent" />
        </span>
        <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">Messaging Gateway</h1>
        <p className="max-w-prose text-lg leading-8 text-muted text-pretty">
          Send text messages to phones in New Zealand and abroad with one HTTP request. Every message is
          priced, queued and followed until the network says what became of it, and never lost on the way.
        </p>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Link
            href="/docs"
            className="rounded-full bg-accent px-5 py-2.5 font-medium text-on-accent transition-opacity hover:opacity-90"
          >
            Read the documentation
          </Link>
          <Link href="/sign-in" className="font-medium text-accent underline underline-offset-4">
            Sign in
          </Link>
          <a href="/healthz" className="font-medium text-accent underline underline-offset-4">
            Is it up?
          </a>
        </p>
      </section>
      <CodePanel label="Example">
        <Code label="Send a message" text={REQUEST} />
        <Code label="200 OK" text={RESPONSE} />
      </CodePanel>
    </main>
  );
}

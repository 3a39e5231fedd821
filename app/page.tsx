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

function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="px-4 pt-4 font-mono text-xs text-muted sm:px-5">{label}</figcaption>
      <pre
        // A long line scrolls, and whoever has no mouse must be able to reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard.
        tabIndex={0}
        className="overflow-x-auto px-4 pt-2 pb-5 font-mono text-[11.5px] leading-6 sm:px-5 sm:text-[13px]"
      >
        <code>{text}</code>
      </pre>
    </figure>
  );
}

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
        <a
          href="/healthz"
          className="rounded-full bg-accent px-5 py-2.5 font-medium text-on-accent transition-opacity hover:opacity-90"
        >
          Is it up?
        </a>
      </section>
      <section
        aria-label="Example"
        className="min-w-0 divide-y divide-line rounded-2xl border border-line bg-panel"
      >
        <Code label="Send a message" text={REQUEST} />
        <Code label="200 OK" text={RESPONSE} />
      </section>
    </main>
  );
}

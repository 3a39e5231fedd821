/** The guides in reading order: path, title and topic. */
export const GUIDES = [
  {
    href: "/docs/first-message",
    title: "Your first message",
    about: "Send your first text with curl.",
  },
  {
    href: "/docs/clients",
    title: "TypeScript and Python clients",
    about: "Download a client in one file.",
  },
  {
    href: "/docs/assistants",
    title: "AI assistants",
    about: "Let an AI assistant send and look up texts by MCP.",
  },
  {
    href: "/docs/replies",
    title: "Replies and reports",
    about: "Receive replies and delivery reports at your webhook.",
  },
  {
    href: "/docs/signatures",
    title: "Verifying signatures",
    about: "Verify our webhook requests in Node, Python, PHP and shell.",
  },
  {
    href: "/docs/errors",
    title: "Errors",
    about: "Causes of failed messages and requests, with advice.",
  },
  {
    href: "/docs/limits",
    title: "Limits and rate limits",
    about: "Sizes, counts and rates.",
  },
  {
    href: "/docs/idempotency",
    title: "Safe retries",
    about: "Retry without sending twice.",
  },
  {
    href: "/docs/sandbox",
    title: "Sandbox and simulator",
    about: "Test without sending or paying.",
  },
  {
    href: "/docs/waiting",
    title: "Queued, scheduled and held messages",
    about: "Send later, cancel, and why messages wait.",
  },
  {
    href: "/docs/changelog",
    title: "Changelog",
    about: "Changes to the API and the Members Area.",
  },
] as const;

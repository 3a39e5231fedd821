/** The guides in reading order: path, title, and the question that each answers. */
export const GUIDES = [
  {
    href: "/docs/first-message",
    title: "Your first message",
    about: "From an account to a delivered text, with nothing but curl.",
  },
  {
    href: "/docs/replies",
    title: "Replies and reports",
    about: "Have replies and delivery reports posted to your own address.",
  },
  {
    href: "/docs/signatures",
    title: "Verifying signatures",
    about: "Make sure that a webhook request is ours: Node, Python, PHP and shell.",
  },
  {
    href: "/docs/errors",
    title: "Errors",
    about: "Every error code, its HTTP status, and when it comes.",
  },
  {
    href: "/docs/limits",
    title: "Limits and rate limits",
    about: "How long, how many, how often.",
  },
  {
    href: "/docs/idempotency",
    title: "Safe retries",
    about: "Send again after a failure without sending twice.",
  },
  {
    href: "/docs/sandbox",
    title: "Sandbox and simulator",
    about: "Try everything without sending or paying.",
  },
  {
    href: "/docs/waiting",
    title: "Night queue and held links",
    about: "Why a message waits, and when it goes.",
  },
] as const;

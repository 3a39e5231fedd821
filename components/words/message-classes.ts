import type { MESSAGE_CLASSES } from "@/lib/contracts/base/values";

/** The title of each message class, and advice on choosing it. */
export const MESSAGE_CLASS_WORDS: Record<(typeof MESSAGE_CLASSES)[number], { title: string; text: string }> =
  {
    transactional: {
      title: "Transactional",
      text: "Something the recipient expects: an order, an appointment, an alert.",
    },
    marketing: { title: "Marketing", text: "A promotion. Say in the message how to opt out." },
  };

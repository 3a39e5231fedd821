/** The tools, what each does, and whether it costs money. */
export const TOOLS = [
  ["preview_message", "Shows the text as it would be sent, its parts and its price", "No"],
  ["send_message", "Sends a text to up to 20 recipients, now or later, once you confirm it", "Yes"],
  ["cancel_message", "Cancels messages that wait, and gets their price refunded", "No"],
  ["message_status", "Finds messages by ID, reference, number or status", "No"],
  ["explain_message", "Says why a message failed and what to do", "No"],
  ["inbox", "Reads the messages your numbers received", "No"],
  ["number_lookup", "Finds the network of a New Zealand mobile, once you confirm it", "Yes"],
  ["balance", "Reads the balance, and what is left of the daily limit", "No"],
  ["billing", "Sums up what messages cost, by rate code", "No"],
];

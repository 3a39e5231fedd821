/** The tools: name, purpose, and a note if it costs money. */
export const TOOLS = [
  ["preview_message", "Shows the final text, its parts and its price", "No"],
  ["send_message", "Sends a text to up to 20 recipients, now or later, once you confirm it", "Yes"],
  ["cancel_message", "Cancels waiting messages and refunds their price", "No"],
  ["message_status", "Finds messages by ID, reference, number or status", "No"],
  ["explain_message", "Explains why a message failed, with advice", "No"],
  ["inbox", "Reads the messages your numbers received", "No"],
  ["number_lookup", "Finds the network of a New Zealand mobile, once you confirm it", "Yes"],
  ["balance", "Reads the balance and the rest of the daily limit", "No"],
  ["billing", "Sums up what messages cost, by rate code", "No"],
];

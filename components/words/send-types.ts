import type { MessageDetails } from "@/lib/contracts/members/messages";

/** The title of each type of send. */
export const SEND_TYPE_WORDS: Record<MessageDetails["message"]["sendType"], string> = {
  sms: "Message",
  otp: "One-time code",
  appointment: "Appointment reminder",
};

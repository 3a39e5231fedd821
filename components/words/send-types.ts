import type { MessageDetails } from "@/lib/contracts/members/messages";

/** What each type of send is called. */
export const SEND_TYPE_WORDS: Record<MessageDetails["message"]["sendType"], string> = {
  sms: "Message",
  otp: "One-time code",
  appointment: "Appointment reminder",
};

import { sendOtpOperation } from "@/lib/contracts/gateway/otp";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { sendOtp } from "@/lib/messages/send/send-otp";

/** Sends a one-time code (rules: one-time codes). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: sending(sendOtpOperation, sendOtp),
});

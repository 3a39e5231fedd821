import { sendOtpOperation } from "@/lib/contracts/otp";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { sendOtp } from "@/lib/messages/send-otp";

/** Spec 4.8: sends a one-time code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: sending(sendOtpOperation, sendOtp),
});

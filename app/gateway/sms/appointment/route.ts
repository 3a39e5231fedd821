import { sendAppointmentOperation } from "@/lib/contracts/gateway/appointment";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { sendAppointment } from "@/lib/messages/send/send-appointment";

/** Sends an appointment reminder (rules: reminders). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: sending(sendAppointmentOperation, sendAppointment),
});

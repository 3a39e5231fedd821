import { sendAppointmentOperation } from "@/lib/contracts/appointment";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { sendAppointment } from "@/lib/messages/send-appointment";

/** Sends an appointment reminder (rules: reminders). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: sending(sendAppointmentOperation, sendAppointment),
});

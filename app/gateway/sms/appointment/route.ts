import { sendAppointmentOperation } from "@/lib/contracts/appointment";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { sendAppointment } from "@/lib/messages/send-appointment";

/** Spec 4.9: sends an appointment reminder. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: sending(sendAppointmentOperation, sendAppointment),
});

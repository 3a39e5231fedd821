import type { AppointmentRequest, AppointmentResponse } from "@/lib/contracts/gateway/appointment";
import type { Item } from "@/lib/messages/accept/submission";
import type { SendContext } from "@/lib/messages/send/send-context";
import { type SendResult, submit } from "@/lib/messages/send/submit";
import { requireCompany, templateDraft, withoutRoute } from "@/lib/messages/send/template";
import { appointmentText } from "@/lib/sms/text/appointment-text";
import { toGsm7 } from "@/lib/sms/text/encoding";

/**
 * Sends an appointment reminder (rules: reminders). In the sandbox it only returns the expected result. The response
 * has the text.
 * @throws GatewayError 400, 403 or 409, with the codes that its operation declares.
 */
export async function sendAppointment(
  context: SendContext,
  request: AppointmentRequest,
  idempotencyKey: string | null,
): Promise<SendResult<AppointmentResponse>> {
  requireCompany(toGsm7(request.msgCompany));
  const text = toGsm7(appointmentText({ company: request.msgCompany, ...request }));
  const draft = templateDraft("appointment", request, { text, maskedText: null, linkText: text });
  const asked = { sandbox: request.sandbox, idempotencyKey, request };
  return submit<AppointmentResponse>(context, draft, asked, (entry, items) => ({
    ...withoutRoute(entry(items[0] as Item)),
    message: text,
  }));
}

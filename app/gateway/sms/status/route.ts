import { registerReportOperation } from "@/lib/contracts/configure";
import { route } from "@/lib/http/handler";
import { registration } from "@/lib/http/registration";

/** Spec 4.4: registers the webhook for delivery reports. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: registration(registerReportOperation, "report"),
});

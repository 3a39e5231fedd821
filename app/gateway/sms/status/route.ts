import { registerReportOperation } from "@/lib/contracts/gateway/configure";
import { route } from "@/lib/http/handler";
import { registration } from "@/lib/http/registration";

/** Registers the webhook for delivery reports (rules: webhook registration). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: registration(registerReportOperation, "report"),
});

import { registerInboundOperation } from "@/lib/contracts/gateway/configure";
import { route } from "@/lib/http/handler";
import { registration } from "@/lib/http/registration";

/** Registers the webhook for inbound messages (rules: webhook registration). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: registration(registerInboundOperation, "inbound"),
});

import { registerInboundOperation } from "@/lib/contracts/configure";
import { route } from "@/lib/http/handler";
import { registration } from "@/lib/http/registration";

/** Spec 4.3: registers the webhook for inbound messages. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: registration(registerInboundOperation, "inbound"),
});

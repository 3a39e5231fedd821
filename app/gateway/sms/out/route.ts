import { sendOperation } from "@/lib/contracts/send";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { send } from "@/lib/messages/send";

/** Spec 4.2: sends a text to one recipient or to many. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: sending(sendOperation, send) });

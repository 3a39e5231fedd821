import { sendOperation } from "@/lib/contracts/gateway/send";
import { route } from "@/lib/http/handler";
import { sending } from "@/lib/http/sending";
import { send } from "@/lib/messages/send/send";

/** Sends a text to one recipient or to many (rules: send request, send response, bulk send). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: sending(sendOperation, send) });

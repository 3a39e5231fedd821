/** A piece of code with a client: the name of its file, and its text. */
export type ClientSample = { file: string; language: "node" | "python"; text: string };

const typescript = (file: string, text: string): ClientSample => ({
  file,
  language: "node",
  text: text.trim(),
});
const python = (file: string, text: string): ClientSample => ({
  file,
  language: "python",
  text: text.trim(),
});

/** A message, with the API key in environment variables. */
export const SEND = [
  typescript(
    "send.ts",
    `
import { Gateway } from "./gateway.ts";

const gateway = new Gateway({
  credentials: {
    clientId: process.env.CLIENT_ID ?? "",
    clientSecret: process.env.CLIENT_SECRET ?? "",
  },
});

const sent = await gateway.sendMessage({
  to: "64211234567",
  body: "Kia ora! Your order is ready.",
  messageClass: "transactional",
  messageId: "order-1001",
});
if (sent.status !== "bulk") console.log(sent.status, sent.message_id);
`,
  ),
  python(
    "send.py",
    `
import os

from gateway import Gateway

gateway = Gateway(
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

sent = gateway.send_message(
    to="64211234567",
    body="Kia ora! Your order is ready.",
    messageClass="transactional",
    messageId="order-1001",
)
if sent["status"] != "bulk":
    print(sent["status"], sent["message_id"])
`,
  ),
] as const;

/** A call that fails, and one with an idempotency key of the caller's. */
export const FAIL = [
  typescript(
    "errors.ts",
    `
import { Gateway, GatewayError } from "./gateway.ts";

const gateway = new Gateway({
  credentials: {
    clientId: process.env.CLIENT_ID ?? "",
    clientSecret: process.env.CLIENT_SECRET ?? "",
  },
});

try {
  await gateway.sendMessage(
    { to: "not a number", body: "Kia ora", messageClass: "transactional" },
    { idempotencyKey: "order-1001-ready" },
  );
} catch (error) {
  if (!(error instanceof GatewayError)) throw error;
  if (error.code === "invalid_recipient") console.log("Ask for another number.");
  console.log(error.status, error.code, error.requestId);
}
`,
  ),
  python(
    "errors.py",
    `
import os

from gateway import Gateway, GatewayError

gateway = Gateway(
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

try:
    gateway.send_message(
        to="not a number",
        body="Kia ora",
        messageClass="transactional",
        idempotency_key="order-1001-ready",
    )
except GatewayError as error:
    if error.code == "invalid_recipient":
        print("Ask for another number.")
    print(error.status, error.code, error.request_id)
`,
  ),
] as const;

/** A list with all of its pages. */
export const LIST = [
  typescript(
    "bill.ts",
    `
import { Gateway } from "./gateway.ts";

const gateway = new Gateway({
  credentials: {
    clientId: process.env.CLIENT_ID ?? "",
    clientSecret: process.env.CLIENT_SECRET ?? "",
  },
});

for await (const entry of gateway.iterateBilling({ detail: 1 })) {
  console.log(entry.to, entry.totalInclGst);
}
`,
  ),
  python(
    "bill.py",
    `
import os

from gateway import Gateway

gateway = Gateway(
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

for entry in gateway.iterate_billing(detail=1):
    print(entry["to"], entry["totalInclGst"])
`,
  ),
] as const;

/** A receiver of events. */
export const RECEIVE = [
  typescript(
    "receive.ts",
    `
// A server for your webhook
import { createServer } from "node:http";
import { verifyWebhook, WebhookError } from "./gateway.ts";

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const secrets = (process.env.WEBHOOK_SECRETS ?? "").split(" ");
  try {
    const event = await verifyWebhook(request.headers, Buffer.concat(chunks), secrets);
    if (event.type === "dlr") console.log(event.messageId, event.status);
    else if (event.type === "SMS") console.log(event.from, event.body);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 8080));
`,
  ),
  python(
    "receive.py",
    `
# A server for your webhook
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from gateway import WebhookError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        secrets = os.environ["WEBHOOK_SECRETS"].split(" ")
        try:
            event = verify_webhook(self.headers, body, secrets)
        except WebhookError:
            self.send_response(400)
        else:
            if event["type"] == "dlr":
                print(event["messageId"], event["status"], flush=True)
            elif event["type"] == "SMS":
                print(event["from"], event["body"], flush=True)
            self.send_response(204)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`,
  ),
] as const;

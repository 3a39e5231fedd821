import type { NamedAccount, OnNamed } from "@/lib/auth/callers/named";
import { now } from "@/lib/clock";
import { clientAddress } from "@/lib/http/body/client-address";
import { observe } from "@/lib/http/log/observe";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { isId } from "@/lib/ids";

/** The findings about a request while it is answered, for the log of its account. */
export class RequestNote {
  readonly at: Date;
  readonly address: string;
  /** The account of the request's credentials; null while it is unknown. */
  named: NamedAccount | null = null;
  parameters: ReadonlyMap<string, unknown> = new Map();
  /** The one message that the request created. */
  messageId: string | null = null;

  constructor(request: GatewayRequest) {
    this.at = now();
    this.address = clientAddress(request);
  }

  /** Keeps the message of a response that has one. A response for several messages has none, nor one of the sandbox. */
  answered(response: object): void {
    observe(() => {
      const { message_id: id } = response as { message_id?: unknown };
      if (typeof id === "string" && isId(id)) this.messageId = id;
    }, "a request's message is missing in the log of its account");
  }

  readonly onNamed: OnNamed = (named) => {
    this.named = named;
  };
}

const notes = new WeakMap<GatewayRequest, RequestNote>();

/** Returns the note about a request, and begins it at the first call. */
export function noteOf(request: GatewayRequest): RequestNote {
  const existing = notes.get(request);
  if (existing) return existing;
  const note = new RequestNote(request);
  notes.set(request, note);
  return note;
}

/** Returns the note about a request, if one was begun. */
export function noteIfAny(request: GatewayRequest): RequestNote | undefined {
  return notes.get(request);
}

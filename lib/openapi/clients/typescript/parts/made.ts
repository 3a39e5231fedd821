import type { InboundEvent } from "@/lib/contracts/inbound-event";
import type { OptOutEvent } from "@/lib/contracts/optout-event";
import type { ReportEvent } from "@/lib/contracts/report-event";

// Types that are written into the client from the document. The parts beside this file are checked against the
// contracts.

export type { ErrorCode } from "@/lib/contracts/base/error";
export type { TokenResponse } from "@/lib/contracts/gateway/token";
export type WebhookEvent = InboundEvent | ReportEvent | OptOutEvent;

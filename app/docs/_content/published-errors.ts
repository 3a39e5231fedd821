import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";
import { OPERATIONS } from "@/lib/contracts/operations";
import { errorsOf } from "@/lib/openapi/errors";

const ANSWERED = new Set<string>(OPERATIONS.flatMap(errorsOf).flatMap(({ codes }) => codes));

/** The errors that operations of the API return, in the order of `ERRORS`. */
export const PUBLISHED_ERRORS = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ANSWERED.has(code));

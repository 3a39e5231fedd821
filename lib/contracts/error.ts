import { z } from "zod";

/** Error body (spec 2, decisions "Errors"). */
export const errorResponse = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string().optional(),
  code: z.string(),
});

export type ErrorResponse = z.output<typeof errorResponse>;

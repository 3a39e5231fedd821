import { z } from "zod";

/** Where a page stands in its list; the same shape everywhere (decisions "Queries"). */
export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalRecords: z.int(),
  totalPages: z.int(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
});

export type Pagination = z.output<typeof pagination>;

/** Describes one page of a list. A page behind the last is empty, and has pages before it. */
export function paginate(asked: { page: number; limit: number }, totalRecords: number): Pagination {
  const { page, limit } = asked;
  const totalPages = Math.ceil(totalRecords / limit);
  return {
    page,
    limit,
    totalRecords,
    totalPages,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
  };
}

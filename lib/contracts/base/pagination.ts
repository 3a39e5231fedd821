import { z } from "zod";

/** A page's position in its list, in one form for all lists (rules: pagination). */
export const pagination = z
  .object({
    page: z.int().meta({ description: "This page, from 1.", examples: [1] }),
    limit: z.int().meta({ description: "The size of a page.", examples: [100] }),
    totalRecords: z.int().meta({ description: "Total number of records.", examples: [1] }),
    totalPages: z.int().meta({ description: "How many pages there are.", examples: [1] }),
    hasNextPage: z.boolean().meta({ description: "Whether there is a next page." }),
    hasPreviousPage: z.boolean().meta({ description: "Whether there is a previous page." }),
  })
  .meta({ id: "Pagination", description: "The position of a page in its list." });

export type Pagination = z.output<typeof pagination>;

/** Describes one page of a list. A page behind the last is empty, and has previous pages. */
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

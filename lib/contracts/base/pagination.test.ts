import { expect, test } from "vitest";
import { paginate } from "@/lib/contracts/base/pagination";

test.each([
  [1, 0, 0, false, false],
  [1, 10, 1, false, false],
  [1, 11, 2, true, false],
  [2, 11, 2, false, true],
  [2, 30, 3, true, true],
  [7, 11, 2, false, true],
])("page %i of %i records", (page, totalRecords, totalPages, hasNextPage, hasPreviousPage) => {
  expect(paginate({ page, limit: 10 }, totalRecords)).toEqual({
    page,
    limit: 10,
    totalRecords,
    totalPages,
    hasNextPage,
    hasPreviousPage,
  });
});

/**
 * The request header in which the proxy passes a page its own path and query string: Next passes neither to layouts.
 */
export const PAGE_PATH_HEADER = "x-page-path";

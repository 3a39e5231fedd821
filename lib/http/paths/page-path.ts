/** The request header by which the proxy tells a page its own path and query string: layouts are told neither. */
export const PAGE_PATH_HEADER = "x-page-path";

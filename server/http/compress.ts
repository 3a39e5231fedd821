import type { RequestListener } from "node:http";
import compression from "compression";

/** The package is typed for express, and needs only what Node gives. */
type Middleware = (...request: [...Parameters<RequestListener>, next: () => void]) => void;

const middleware = compression() as unknown as Middleware;

/** Has the body of a response compressed if its request allows that. It is called before anything is written. */
export const compress: RequestListener = (request, response) => middleware(request, response, () => {});

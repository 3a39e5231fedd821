import type { RequestListener } from "node:http";
import compression from "compression";

/** The middleware's type. The package is typed for express, but only needs Node's objects. */
type Middleware = (...request: [...Parameters<RequestListener>, next: () => void]) => void;

const middleware = compression() as unknown as Middleware;

/** Compresses the body of a response if its request allows that. Call it before anything is written. */
export const compress: RequestListener = (request, response) => middleware(request, response, () => {});

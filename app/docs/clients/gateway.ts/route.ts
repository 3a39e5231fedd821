import { clientRoute } from "@/app/docs/clients/client-route";

/** The client for TypeScript. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = clientRoute("typescript");

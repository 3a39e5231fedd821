import { clientRoute } from "@/app/docs/clients/client-route";

/** The client for Python. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = clientRoute("python");

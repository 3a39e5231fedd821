import { unknownPath } from "@/lib/http/gateway";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath();

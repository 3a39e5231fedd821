import { unknownPath } from "@/lib/http/handler";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath();

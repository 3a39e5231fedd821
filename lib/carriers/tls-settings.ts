import { z } from "zod";
import { isCertificate, isKeyOf, isPrivateKey } from "@/lib/crypto/pem";

/** Certificates in PEM. An empty text counts as unset. */
export const certificates = z
  .string()
  .refine((pem) => pem === "" || isCertificate(pem), "has no certificate in PEM");

/**
 * The encryption of a link. The check rejects settings that could never connect: a text that is not PEM, and
 * a key of another certificate.
 */
export const tlsSettings = z
  .strictObject({
    ca: certificates.optional(),
    cert: certificates.optional(),
    key: z
      .string()
      .refine((pem) => pem === "" || isPrivateKey(pem), "has no private key in PEM without a passphrase")
      .optional(),
    serverName: z.string().optional(),
  })
  .refine(({ cert, key }) => !cert || !key || isKeyOf(key, cert), {
    path: ["key"],
    error: "is not the key of the certificate in cert",
  });

import { z } from "zod";
import { isCertificate, isKeyOf, isPrivateKey } from "@/lib/crypto/pem";

/** Certificates in PEM. Where there is nothing, it is as if the setting were not there. */
export const certificates = z
  .string()
  .refine((pem) => pem === "" || isCertificate(pem), "has no certificate in PEM");

/**
 * How a link is encrypted. What could never connect is refused here, by its name: a text that is no PEM, and a key of another
 * certificate.
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

import { X509Certificate } from 'node:crypto';

const parsed = (base64: string) => new X509Certificate(Buffer.from(base64, 'base64'));
const from = (certificate: X509Certificate) => new Date(certificate.validFrom);
const until = (certificate: X509Certificate) => new Date(certificate.validTo);

/** The certificates that are valid now, neither expired nor before the start of their validity. */
export const certificatesInForce = (certificates: readonly string[], now: Date): string[] =>
  certificates.filter((base64) => {
    const certificate = parsed(base64);
    return from(certificate) <= now && now < until(certificate);
  });

/** For the administrator to compare with the provider's own statement. */
export const describeCertificate = (base64: string) => {
  const certificate = parsed(base64);
  // Undefined for a certificate without a subject, contrary to the types.
  const subject = (certificate.subject as string | undefined) ?? '';
  return {
    subject: subject.replace(/\n/g, ', '),
    sha256_fingerprint: certificate.fingerprint256,
    not_after: until(certificate).toISOString(),
  };
};

import { X509Certificate } from 'node:crypto';

const parsed = (base64: string) => new X509Certificate(Buffer.from(base64, 'base64'));
const from = (certificate: X509Certificate) => new Date(certificate.validFrom);
const until = (certificate: X509Certificate) => new Date(certificate.validTo);

/**
 * Those that may sign now: one that has ended does not count, one that begins tomorrow counts from
 * tomorrow.
 */
export const certificatesInForce = (certificates: readonly string[], now: Date): string[] =>
  certificates.filter((base64) => {
    const certificate = parsed(base64);
    return from(certificate) <= now && now < until(certificate);
  });

/** For the administrator to compare with what the provider says of itself. */
export const describeCertificate = (base64: string) => {
  const certificate = parsed(base64);
  // Undefined for a certificate without a subject, whatever the types say.
  const subject = (certificate.subject as string | undefined) ?? '';
  return {
    subject: subject.replace(/\n/g, ', '),
    sha256_fingerprint: certificate.fingerprint256,
    not_after: until(certificate).toISOString(),
  };
};

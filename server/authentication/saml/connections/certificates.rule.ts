import { X509Certificate } from 'node:crypto';

const parsed = (base64: string) => new X509Certificate(Buffer.from(base64, 'base64'));
const from = (certificate: X509Certificate) => new Date(certificate.validFrom);
const until = (certificate: X509Certificate) => new Date(certificate.validTo);

export const certificateAsPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;

/** Selects the certificates whose period of validity includes the present time. */
export const certificatesInForce = (certificates: readonly string[], now: Date): string[] =>
  certificates.filter((base64) => {
    const certificate = parsed(base64);
    return from(certificate) <= now && now < until(certificate);
  });

/**
 * Reads the properties of a certificate that an administrator compares with the provider's own
 * statement.
 */
export const describeCertificate = (base64: string) => {
  const certificate = parsed(base64);
  // The subject is undefined for a certificate without a subject, although Node's type says
  // otherwise.
  const subject = (certificate.subject as string | undefined) ?? '';
  return {
    subject: subject.replace(/\n/g, ', '),
    sha256_fingerprint: certificate.fingerprint256,
    not_after: until(certificate).toISOString(),
  };
};

/**
 * Returns the SHA-256 fingerprints of the certificates, sorted and separated by spaces, so that
 * equal sets of certificates give equal texts.
 */
export const fingerprintsOf = (certificates: readonly string[]): string =>
  [...new Set(certificates.map((base64) => parsed(base64).fingerprint256))].sort().join(' ');

import { z } from 'zod';

/**
 * Converts a domain to the form in which it is stored and compared: ASCII, lower case.
 * `bücher.example` becomes `xn--bcher-kva.example`, by the mapping of browsers (UTS 46).
 * @returns the input in lower case, if it is no domain
 */
export function asciiDomain(domain: string): string {
  const plain = domain.trim().toLowerCase();
  // Only names with letters beyond ASCII are parsed with `URL`, since `URL` would interpret other
  // texts as ports, paths or numbers.
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(plain) || /[\u0000-\u0020/:?#@\\%[\]<>^|]/.test(plain))
    return plain;
  try {
    return new URL(`http://${plain}`).hostname;
  } catch {
    return plain;
  }
}

/** Matches a domain in ASCII with at least two labels, of which the last begins with a letter. */
export const mailDomainPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A mail domain, lower case and in ASCII: `uni.example`. The input may be in another script. */
export const MailDomain = z
  .string()
  .overwrite(asciiDomain)
  .max(253)
  .regex(mailDomainPattern, { error: 'invalid' });

import { MailDomain } from '../../../contracts/saml';

/**
 * The domain of an address, lower case.
 * @returns undefined for what is no address; only the part after the last @ is looked at
 */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 1 ? undefined : MailDomain.safeParse(address.slice(at + 1)).data;
}

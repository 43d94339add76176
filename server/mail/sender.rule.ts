import { canonicalEmail } from '../../contracts/base/email-address.rule';

export interface Sender {
  /** The sender's name; empty if the installation configures none. */
  name: string;
  address: string;
}

/** Parses the value of MAIL_FROM: `Commonlab <no-reply@lab.example>`, or an address alone. */
export function parseSender(mailFrom: string): Sender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/s.exec(mailFrom) ?? [];
  return {
    name: name
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\\(.)/gs, '$1'),
    address: canonicalEmail(address) ?? address.trim(),
  };
}

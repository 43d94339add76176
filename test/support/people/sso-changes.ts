import { fingerprintsOf } from '../../../server/authentication/saml/connections/certificates.rule';
import type { ConnectionSettings } from '../../../server/authentication/saml/connections/trust-change.rule';
import { signingKey } from '../sign-in/certificate';

type Field = keyof ConnectionSettings;
const certificates = [signingKey(), signingKey(), signingKey()].map((key) => key.certificate);

export const connectionBefore: ConnectionSettings = {
  organization: 'Uni before',
  entity_id: 'https://idp-before.test',
  sso_url: 'https://idp-before.test/sso',
  certificates: certificates.slice(0, 2),
  domains: ['one.test', 'before.test'],
  enabled: false,
};

/**
 * New values, different from those before the change. The file does not compile without a value for
 * each field.
 */
const others: { readonly [F in Field]: ConnectionSettings[F] } = {
  organization: 'Uni after',
  entity_id: 'https://idp-after.test',
  sso_url: 'https://sso-after.test/login?x=1',
  certificates: certificates.slice(1),
  domains: ['one.test', 'xn--bcher-kva.test'],
  enabled: true,
};
/** Fields that only a change with a waiting period may change (docs/decisions/saml.md). */
export const fieldsWithWaitingPeriod = ['entity_id', 'sso_url', 'certificates', 'enabled'] as const;

export interface SsoChange {
  name: string;
  fields: Field[];
  after: ConnectionSettings;
}

/** All sets of fields that a change may touch together, except the empty set. */
export function everySsoChange(of: readonly Field[] = Object.keys(others) as Field[]): SsoChange[] {
  return Array.from({ length: 2 ** of.length - 1 }, (_, index) => {
    const fields = of.filter((__, bit) => ((index + 1) >> bit) % 2 === 1);
    const changed = Object.fromEntries(fields.map((field) => [field, others[field]]));
    return { name: fields.join(', '), fields, after: { ...connectionBefore, ...changed } };
  });
}

/** @returns the key of the audit record, and the value before and after the change */
export function auditedChangeOf(
  field: Field,
  after: ConnectionSettings,
): [string, string | boolean, string | boolean] {
  if (field === 'certificates')
    return [
      'fingerprints',
      fingerprintsOf(connectionBefore.certificates),
      fingerprintsOf(after.certificates),
    ];
  if (field === 'domains')
    return [
      'domains',
      [...connectionBefore.domains].sort().join(' '),
      [...after.domains].sort().join(' '),
    ];
  return [field, connectionBefore[field], after[field]];
}

/**
 * Lists the old and the new value of this field as words. The page that shows the change must
 * contain each of them.
 */
export function valuesOfChange(field: Field, after: ConnectionSettings): string[] {
  const [, ...both] = auditedChangeOf(field, after);
  return both.flatMap((value) =>
    typeof value === 'boolean' ? [value ? 'enabled' : 'disabled'] : value.split(' '),
  );
}

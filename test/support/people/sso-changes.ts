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
 * The value of each field after a change. Each value differs from the value in `connectionBefore`.
 * The type requires a value for every field.
 */
const others: { readonly [F in Field]: ConnectionSettings[F] } = {
  organization: 'Uni after',
  entity_id: 'https://idp-after.test',
  sso_url: 'https://sso-after.test/login?x=1',
  certificates: certificates.slice(1),
  domains: ['one.test', 'xn--bcher-kva.test'],
  enabled: true,
};
/**
 * The fields whose changes may take effect only after a waiting period (docs/decisions/saml.md).
 */
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

/**
 * @returns the field's name in the audit record, its value before the change, and its value after
 */
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

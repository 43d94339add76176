import type { AuditDetails } from '../../../../contracts/audit/audit';
import { fingerprintsOf } from './certificates.rule';
import type { ProviderMetadata } from './provider-metadata';

/** The settings of a connection, which are all the fields that a change may contain. */
export interface ConnectionSettings extends ProviderMetadata {
  organization: string;
  /** Mail domains, in ASCII. */
  domains: string[];
  enabled: boolean;
}

/**
 * A change that must wait before it takes effect. The reason: for this server, the holder of a new
 * certificate's key can act as any person of the organization (docs/decisions/saml.md).
 */
export interface PendingTrustChange {
  provider?: ProviderMetadata;
  enabled?: true;
}

type Field = keyof ConnectionSettings;
/** A field of a connection before and after a change. Certificates are DER in base64. */
export type SettingDifference = {
  [F in Field]: ConnectionSettings[F] extends string[]
    ? { field: F; added: string[]; removed: string[]; kept: string[] }
    : { field: F; before: ConnectionSettings[F]; after: ConnectionSettings[F] };
}[Field];

/**
 * The fields of a connection in the order in which mails and pages list them. The type makes the
 * compiler report a field that is missing here.
 */
const fields: { readonly [F in Field]: F } = {
  enabled: 'enabled',
  entity_id: 'entity_id',
  sso_url: 'sso_url',
  certificates: 'certificates',
  domains: 'domains',
  organization: 'organization',
};

function difference(
  field: Field,
  before: ConnectionSettings,
  after: ConnectionSettings,
): SettingDifference | undefined {
  if (field === 'enabled')
    return before.enabled === after.enabled
      ? undefined
      : { field, before: before.enabled, after: after.enabled };
  if (field === 'certificates' || field === 'domains') {
    const [was, is] = [new Set(before[field]), new Set(after[field])];
    const added = [...is].filter((one) => !was.has(one));
    const removed = [...was].filter((one) => !is.has(one));
    return added.length + removed.length === 0
      ? undefined
      : { field, added, removed, kept: [...is].filter((one) => was.has(one)) };
  }
  return before[field] === after[field]
    ? undefined
    : { field, before: before[field], after: after[field] };
}

/** Lists the fields that differ. Arrays are compared as sets. */
export const settingDifferences = (
  before: ConnectionSettings,
  after: ConnectionSettings,
): SettingDifference[] =>
  Object.values(fields).flatMap((field) => difference(field, before, after) ?? []);

/** Returns the settings that a connection would have if its waiting change took effect. */
function withWaiting(
  connection: ConnectionSettings,
  { provider, enabled, ...unknown }: PendingTrustChange,
): ConnectionSettings {
  // The compiler reports an error here when `PendingTrustChange` gets another field, until this
  // function handles that field.
  unknown satisfies Record<string, never>;
  return { ...connection, ...provider, enabled: enabled ?? connection.enabled };
}

/** Lists the settings that would differ if the connection's waiting change took effect now. */
export const pendingSettingDifferences = (
  connection: ConnectionSettings,
  waiting: PendingTrustChange,
) => settingDifferences(connection, withWaiting(connection, waiting));

export type TrustChangeHeadline = Exclude<Field, 'domains' | 'organization'> | 'several';
/**
 * Returns what titles and the subjects of mails name: the field that differs. Returns `several` if
 * several fields differ, or if the field is `domains` or `organization`.
 */
export function trustChangeHeadlineOf(
  differences: readonly SettingDifference[],
): TrustChangeHeadline {
  const [one, ...more] = differences;
  if (!one || more.length > 0 || one.field === 'domains' || one.field === 'organization')
    return 'several';
  return one.field;
}

const before = ({ removed, kept }: { removed: string[]; kept: string[] }) => [...removed, ...kept];
const after = ({ added, kept }: { added: string[]; kept: string[] }) => [...added, ...kept];

/**
 * Returns the old and the new value of each field that differs, for the audit record. Leaves out
 * the organization's name, because the audit log contains no text that a person wrote
 * (docs/decisions/audit-log.md).
 */
export function auditDetailsOf(differences: readonly SettingDifference[]): AuditDetails {
  const details: AuditDetails = {};
  for (const one of differences)
    if (one.field === 'certificates') {
      details.fingerprints_before = fingerprintsOf(before(one));
      details.fingerprints = fingerprintsOf(after(one));
    } else if (one.field === 'domains') {
      details.domains_before = before(one).sort().join(' ');
      details.domains = after(one).sort().join(' ');
    } else if (one.field === 'organization') {
      details.organization_changed = true;
    } else {
      details[`${one.field}_before`] = one.before;
      details[one.field] = one.after;
    }
  return details;
}

import type english from '../../../../locales/en/server-authentication.json';
import type { Translate } from '../../../platform/i18n/texts';
import { fingerprintsOf } from '../connections/certificates.rule';
import { domainForDisplay } from '../connections/shown-domain';
import type { ConnectionSettings, SettingDifference } from '../connections/trust-change.rule';

type T = Translate<typeof english>;
export interface MailFactRow {
  label: string;
  value: string;
}

/**
 * Writes one line for each certificate, because people compare the lines with what the organization
 * says on the telephone.
 */
const inLines = (certificates: readonly string[]) =>
  fingerprintsOf(certificates).replaceAll(' ', '\n');
const domainsInLines = (domains: readonly string[]) => domains.map(domainForDisplay).join('\n');

/** Makes the mail's rows for the fields that differ, with their old and new values. */
export function settingChangeRows(t: T, differences: readonly SettingDifference[]): MailFactRow[] {
  return differences.flatMap((one) => {
    const field = t(`sso_trust.field.${one.field}`);
    if (one.field === 'certificates' || one.field === 'domains') {
      const lines = one.field === 'certificates' ? inLines : domainsInLines;
      return (['added', 'removed', 'kept'] as const)
        .filter((part) => one[part].length > 0)
        .map((part) => ({ label: t(`sso_trust.row.${part}`, { field }), value: lines(one[part]) }));
    }
    return (['before', 'after'] as const).map((part) => ({
      label: t(`sso_trust.row.${part}`, { field }),
      value:
        one.field === 'enabled'
          ? t(one[part] ? 'sso_trust.enabled.yes' : 'sso_trust.enabled.no')
          : one[part],
    }));
  });
}

/**
 * Makes the mail's rows for the fields that do not change, which are those that `differences` does
 * not contain.
 */
export function unchangedSettingRows(
  t: T,
  connection: ConnectionSettings,
  differences: readonly SettingDifference[],
): MailFactRow[] {
  const value = {
    entity_id: connection.entity_id,
    sso_url: connection.sso_url,
    certificates: inLines(connection.certificates),
    domains: domainsInLines(connection.domains),
  };
  return (['entity_id', 'sso_url', 'certificates', 'domains'] as const)
    .filter((field) => !differences.some((one) => one.field === field))
    .map((field) => ({ label: t(`sso_trust.field.${field}`), value: value[field] }));
}

export const organizationRow = (t: T, { organization }: ConnectionSettings): MailFactRow => ({
  label: t('sso_trust.connection'),
  value: organization,
});

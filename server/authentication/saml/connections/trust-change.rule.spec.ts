import { signingKey } from '../../../../test/support/sign-in/certificate';
import {
  connectionBefore,
  everySsoChange,
  auditedChangeOf,
} from '../../../../test/support/people/sso-changes';
import { fingerprintsOf } from './certificates.rule';
import {
  auditDetailsOf,
  settingDifferences,
  trustChangeHeadlineOf,
  pendingSettingDifferences,
} from './trust-change.rule';

describe('The differences that a change of a single sign-on connection makes', () => {
  it.each(everySsoChange())(
    'contain every changed field and no other field: $name',
    ({ fields, after }) => {
      const differences = settingDifferences(connectionBefore, after);
      expect(differences.map(({ field }) => field).sort()).toEqual([...fields].sort());
      const audit = auditDetailsOf(differences);
      if (fields.includes('organization')) expect(audit.organization_changed).toBe(true);
      for (const field of fields.filter((one) => one !== 'organization')) {
        const [key, was, is] = auditedChangeOf(field, after);
        expect(audit).toMatchObject({ [`${key}_before`]: was, [key]: is });
      }
      expect(Object.keys(audit)).toHaveLength(
        2 * fields.length - Number(fields.includes('organization')),
      );
      expect(JSON.stringify(audit)).not.toContain('Uni ');
      expect(trustChangeHeadlineOf(differences)).toBe(
        fields.length === 1 && !['domains', 'organization'].includes(fields[0] ?? '')
          ? fields[0]
          : 'several',
      );
    },
  );

  it('treat lists with the same items in a different order as equal', () => {
    const turned = {
      ...connectionBefore,
      domains: [...connectionBefore.domains].reverse(),
      certificates: [...connectionBefore.certificates].reverse(),
    };
    expect(settingDifferences(connectionBefore, turned)).toEqual([]);
  });

  it('list certificates as added, removed and kept', () => {
    const [kept = '', removed = ''] = connectionBefore.certificates;
    const added = signingKey().certificate;
    const provider = { ...connectionBefore, certificates: [kept, added] };
    const { entity_id, sso_url, certificates } = provider;
    const differences = pendingSettingDifferences(connectionBefore, {
      provider: { entity_id, sso_url, certificates },
    });
    expect(differences).toEqual([
      { field: 'certificates', added: [added], removed: [removed], kept: [kept] },
    ]);
    expect(auditDetailsOf(differences)).toEqual({
      fingerprints_before: fingerprintsOf([kept, removed]),
      fingerprints: fingerprintsOf([kept, added]),
    });
  });

  it('contain only the field `enabled` when the change only enables the connection', () => {
    expect(pendingSettingDifferences(connectionBefore, { enabled: true })).toEqual([
      { field: 'enabled', before: false, after: true },
    ]);
    expect(
      pendingSettingDifferences({ ...connectionBefore, enabled: true }, { enabled: true }),
    ).toEqual([]);
  });
});

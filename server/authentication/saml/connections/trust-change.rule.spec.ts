import { signingKey } from '../../../../test/support/sign-in/certificate';
import { aConnection, everyChange, uncompared } from '../../../../test/support/people/sso-changes';
import { fingerprintsOf } from './certificates.rule';
import { auditOf, differencesOf, headlineOf, waitingDifferences } from './trust-change.rule';

describe('The differences of a change of a connection', () => {
  it.each(everyChange())(
    'contain every changed field and no other field: $name',
    ({ fields, after }) => {
      const differences = differencesOf(aConnection, after);
      expect(differences.map(({ field }) => field).sort()).toEqual([...fields].sort());
      const audit = auditOf(differences);
      if (fields.includes('organization')) expect(audit.organization_changed).toBe(true);
      for (const field of fields.filter((one) => one !== 'organization')) {
        const [key, was, is] = uncompared(field, after);
        expect(audit).toMatchObject({ [`${key}_before`]: was, [key]: is });
      }
      expect(Object.keys(audit)).toHaveLength(
        2 * fields.length - Number(fields.includes('organization')),
      );
      expect(JSON.stringify(audit)).not.toContain('Uni ');
      expect(headlineOf(differences)).toBe(
        fields.length === 1 && !['domains', 'organization'].includes(fields[0] ?? '')
          ? fields[0]
          : 'several',
      );
    },
  );

  it('treat lists with the same items in a different order as equal', () => {
    const turned = {
      ...aConnection,
      domains: [...aConnection.domains].reverse(),
      certificates: [...aConnection.certificates].reverse(),
    };
    expect(differencesOf(aConnection, turned)).toEqual([]);
  });

  it('lists certificates as added, removed and kept', () => {
    const [kept = '', removed = ''] = aConnection.certificates;
    const added = signingKey().certificate;
    const provider = { ...aConnection, certificates: [kept, added] };
    const { entity_id, sso_url, certificates } = provider;
    const differences = waitingDifferences(aConnection, {
      provider: { entity_id, sso_url, certificates },
    });
    expect(differences).toEqual([
      { field: 'certificates', added: [added], removed: [removed], kept: [kept] },
    ]);
    expect(auditOf(differences)).toEqual({
      fingerprints_before: fingerprintsOf([kept, removed]),
      fingerprints: fingerprintsOf([kept, added]),
    });
  });

  it('lists only the enabled field of a pending change that enables the connection', () => {
    expect(waitingDifferences(aConnection, { enabled: true })).toEqual([
      { field: 'enabled', before: false, after: true },
    ]);
    expect(waitingDifferences({ ...aConnection, enabled: true }, { enabled: true })).toEqual([]);
  });
});

import {
  readsRosterSql,
  rosterReadersSql,
  seesParticipantNames,
  seesParticipantNamesSql,
} from './roster.policy';

const session = {
  owner_id: 'a',
  collaborators: { e: 'editor', v: 'viewer', r: 'viewer' },
  roster_readers: ['r', 'x'],
} as const;

describe('access to names in a session', () => {
  it('is granted to the owner, and to collaborators with roster access', () => {
    const people = ['a', 'e', 'v', 'r', 'b'];
    expect(people.filter((one) => seesParticipantNames(session, one))).toEqual(['a', 'r']);
  });

  it('is denied to a person without a role in the study, even if listed as having roster access', () => {
    expect(seesParticipantNames(session, 'x')).toBe(false);
  });

  it('has an SQL condition that counts only access that the current owner gave and the launch announced', () => {
    const sql = seesParticipantNamesSql('st', 's', '$2');
    expect(sql).toMatch(/^\(st\.owner_id = \$2\s+OR EXISTS/);
    expect(sql).toContain('reader.account_id = $2');
    for (const statement of [sql, rosterReadersSql('st', 's')]) {
      expect(statement).toContain('st.owner_id = reader.sees_roster_by');
      expect(statement).toContain(
        `jsonb_exists(s.snapshot -> 'roster_openings', reader.roster_opening::text)`,
      );
    }
  });

  it('implies access to the roster in SQL; editors without access to names read tags instead', () => {
    expect(readsRosterSql('st', 's', '$2')).toContain(`c.role IN ('editor')`);
    expect(readsRosterSql('st', 's', '$2')).toContain(seesParticipantNamesSql('st', 's', '$2'));
  });
});

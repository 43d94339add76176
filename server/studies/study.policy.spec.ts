import {
  mayOnStudy,
  mayOnStudySql,
  mustAllow,
  ownedBySql,
  roleIn,
  roleMay,
  type StudyAct,
} from './study.policy';

const acts: StudyAct[] = ['read', 'edit', 'run', 'see_names', 'archive'];

describe('who may do what with a study', () => {
  it('lets the owner do everything, an editor all but archive it, a viewer read it', () => {
    const of = (role: Parameters<typeof roleMay>[0]) => acts.filter((act) => roleMay(role, act));
    expect(of('owner')).toEqual(acts);
    expect(of('editor')).toEqual(['read', 'edit', 'run', 'see_names']);
    expect(of('viewer')).toEqual(['read']);
  });

  it('gives nobody but its people a role', () => {
    expect(roleIn({ owner_id: 'a' }, 'a')).toBe('owner');
    expect(roleIn({ owner_id: 'a' }, 'b')).toBeNull();
    for (const act of acts) {
      expect(mayOnStudy(act, { owner_id: 'a' }, 'a')).toBe(true);
      expect(mayOnStudy(act, { owner_id: 'a' }, 'b')).toBe(false);
    }
  });

  it('refuses all others, and tells nobody of a draft', () => {
    const attempt = (state: string, account: string) => () =>
      mustAllow('edit', { owner_id: 'a', state }, account);
    expect(attempt('draft', 'a')).not.toThrow();
    expect(attempt('draft', 'b')).toThrow('not_found');
    expect(attempt('ready', 'b')).toThrow('forbidden');
    expect(attempt('archived', 'b')).toThrow('forbidden');
  });

  it('says the same in a statement', () => {
    for (const act of acts) expect(mayOnStudySql(act, 'st', '$2')).toBe('st.owner_id = $2');
    expect(mayOnStudySql('read', 't', 'ANY($3::uuid[])')).toBe('t.owner_id = ANY($3::uuid[])');
    expect(ownedBySql('t', 'a.id')).toBe('t.owner_id = a.id');
  });
});

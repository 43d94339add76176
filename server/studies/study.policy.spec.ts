import {
  mayOnStudy,
  mayOnStudySql,
  ownedBySql,
  roleIn,
  roleMay,
  type StudyAct,
} from './study.policy';

const acts: StudyAct[] = ['read', 'edit', 'run', 'see_names', 'manage_people', 'archive'];

const study = { owner_id: 'a', collaborators: { e: 'editor', v: 'viewer' } } as const;

describe('who may do what with a study', () => {
  it('lets the owner do everything, an editor all but people and archive, a viewer read it', () => {
    const of = (role: Parameters<typeof roleMay>[0]) => acts.filter((act) => roleMay(role, act));
    expect(of('owner')).toEqual(acts);
    expect(of('editor')).toEqual(['read', 'edit', 'run']);
    expect(of('viewer')).toEqual(['read']);
  });

  it('gives nobody but its people a role', () => {
    expect(['a', 'e', 'v', 'b'].map((one) => roleIn(study, one))).toEqual([
      'owner',
      'editor',
      'viewer',
      null,
    ]);
    for (const act of acts) {
      expect(mayOnStudy(act, study, 'a')).toBe(true);
      expect(mayOnStudy(act, study, 'b')).toBe(false);
    }
  });

  it('says the same in a statement', () => {
    const roles = (act: StudyAct) =>
      /role IN \(([^)]*)\)/.exec(mayOnStudySql(act, 'st', '$2'))?.[1] ?? 'owner alone';
    expect(acts.map(roles)).toEqual([
      `'editor', 'viewer'`,
      `'editor'`,
      `'editor'`,
      'owner alone',
      'owner alone',
      'owner alone',
    ]);
    expect(mayOnStudySql('archive', 't', 'ANY($3::uuid[])')).toBe('t.owner_id = ANY($3::uuid[])');
    expect(ownedBySql('t', 'a.id')).toBe('t.owner_id = a.id');
  });
});

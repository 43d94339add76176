import {
  mayOnStudy,
  mayOnStudySql,
  isOwnedBySql,
  studyRoleOf,
  isPermittedForRole,
  type StudyAction,
} from './study.policy';

const acts: StudyAction[] = [
  'read',
  'edit',
  'run',
  'read_data',
  'see_names',
  'manage_people',
  'archive',
];

const study = { owner_id: 'a', collaborators: { e: 'editor', d: 'analyst', v: 'viewer' } } as const;

describe('permissions on a study', () => {
  it('allow the owner everything, an editor all but people and archive, an analyst data, a viewer the study', () => {
    const of = (role: Parameters<typeof isPermittedForRole>[0]) =>
      acts.filter((act) => isPermittedForRole(role, act));
    expect(of('owner')).toEqual(acts);
    expect(of('editor')).toEqual(['read', 'edit', 'run', 'read_data']);
    expect(of('analyst')).toEqual(['read', 'read_data']);
    expect(of('viewer')).toEqual(['read']);
  });

  it('require a role, which only the study’s people have', () => {
    expect(['a', 'e', 'd', 'v', 'b'].map((one) => studyRoleOf(study, one))).toEqual([
      'owner',
      'editor',
      'analyst',
      'viewer',
      null,
    ]);
    for (const act of acts) {
      expect(mayOnStudy(act, study, 'a')).toBe(true);
      expect(mayOnStudy(act, study, 'b')).toBe(false);
    }
  });

  it('are the same in the SQL condition as in the function', () => {
    const roles = (act: StudyAction) =>
      /role IN \(([^)]*)\)/.exec(mayOnStudySql(act, 'st', '$2'))?.[1] ?? 'owner alone';
    expect(acts.map(roles)).toEqual([
      `'editor', 'analyst', 'viewer'`,
      `'editor'`,
      `'editor'`,
      `'editor', 'analyst'`,
      'owner alone',
      'owner alone',
      'owner alone',
    ]);
    expect(mayOnStudySql('archive', 't', 'ANY($3::uuid[])')).toBe('t.owner_id = ANY($3::uuid[])');
    expect(isOwnedBySql('t', 'a.id')).toBe('t.owner_id = a.id');
  });
});

import { StudyRole } from '../../../contracts/collaborators/collaborators';
import type { DomainError } from '../../platform/errors/errors';
import { StudyGate, type StudyPageAccess } from './study-gate';
import type { StudyMembersRead } from './study-members.read';
import { requireStudyPermission, requirePermission, permissionError } from './refusals';
import { isPermittedForRole, type StudyAction, type StudyPeople } from '../study.policy';

const acts: StudyAction[] = [
  'read',
  'edit',
  'run',
  'read_data',
  'see_names',
  'manage_people',
  'archive',
];
const roles = StudyRole.options;
const study: StudyPeople & { state: string } = {
  owner_id: 'owner',
  collaborators: { editor: 'editor', analyst: 'analyst', viewer: 'viewer' },
  state: 'ready',
};
const codeOf = (ask: () => unknown): string => {
  try {
    ask();
    return 'allowed';
  } catch (error) {
    return (error as DomainError).code;
  }
};

describe('refusal without a permission', () => {
  it('is forbidden when the caller may read the resource, otherwise not_found', () => {
    expect([permissionError(true).code, permissionError(false).code]).toEqual([
      'forbidden',
      'not_found',
    ]);
  });

  it.each(acts)('is the same for a loaded study and for a database row: %s', (act) => {
    const codes = [...roles, 'nobody'].map((account) => {
      const role = roles.find((one) => one === account);
      const row = role && { may: isPermittedForRole(role, act) };
      const answers = [
        codeOf(() => requireStudyPermission(act, study, account)),
        codeOf(() => requirePermission(row)),
      ];
      expect(new Set(answers).size).toBe(1);
      return answers[0];
    });
    expect(codes).toEqual([
      ...roles.map((role) => (isPermittedForRole(role, act) ? 'allowed' : 'forbidden')),
      'not_found',
    ]);
    expect(codeOf(() => requireStudyPermission(act, undefined, 'owner'))).toBe('not_found');
  });
});

describe('StudyGate', () => {
  const gateOf = (found: typeof study | undefined, access?: StudyPageAccess) => {
    const gate = new StudyGate({ of: () => Promise.resolve(found) } as unknown as StudyMembersRead);
    if (access) gate.registerPageAccess(access);
    return gate;
  };
  const answer = async (gate: StudyGate, account: string): Promise<string> => {
    try {
      await gate.must('edit', 'study', account);
      return 'allowed';
    } catch (error) {
      return (error as DomainError).code;
    }
  };
  const pageAccess = (mayRead: boolean): StudyPageAccess => ({
    mayRead: () => Promise.resolve(mayRead),
  });

  it('refuses people without a role with forbidden if they may read the study’s page, else with not_found', async () => {
    expect(await answer(gateOf(study, pageAccess(true)), 'nobody')).toBe('forbidden');
    expect(await answer(gateOf(study, pageAccess(false)), 'nobody')).toBe('not_found');
    expect(await answer(gateOf(study), 'nobody')).toBe('not_found');
  });

  it('decides by the role for people who have one, whether or not they may read the study’s page', async () => {
    for (const access of [pageAccess(true), pageAccess(false)]) {
      expect(await answer(gateOf(study, access), 'editor')).toBe('allowed');
      expect(await answer(gateOf(study, access), 'viewer')).toBe('forbidden');
    }
  });

  it('treats a missing study like a hidden one', async () => {
    const asked: string[] = [];
    const access: StudyPageAccess = {
      mayRead: (id, account) => {
        asked.push(`${id} ${account}`);
        return Promise.resolve(false);
      },
    };
    for (const found of [study, undefined])
      expect(await answer(gateOf(found, access), 'nobody')).toBe('not_found');
    expect(asked).toEqual(['study nobody', 'study nobody']);
  });

  it('throws when page access is registered a second time', () => {
    const gate = gateOf(study, pageAccess(true));
    expect(() => gate.registerPageAccess(pageAccess(true))).toThrow('registered already');
  });
});

import { StudyRole } from '../../../contracts/collaborators/collaborators';
import type { DomainError } from '../../platform/errors/errors';
import { StudyGate, type StudyPages } from './study-gate';
import type { StudyMembersRead } from './study-members.read';
import { mustAllow, requirePermission, refusal } from './refusals';
import { roleMay, type StudyAct, type StudyPeople } from '../study.policy';

const acts: StudyAct[] = [
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
    expect([refusal(true).code, refusal(false).code]).toEqual(['forbidden', 'not_found']);
  });

  it.each(acts)('is the same for a loaded study and for a database row: %s', (act) => {
    const told = [...roles, 'nobody'].map((account) => {
      const role = roles.find((one) => one === account);
      const row = role && { may: roleMay(role, act) };
      const answers = [
        codeOf(() => mustAllow(act, study, account)),
        codeOf(() => requirePermission(row)),
      ];
      expect(new Set(answers).size).toBe(1);
      return answers[0];
    });
    expect(told).toEqual([
      ...roles.map((role) => (roleMay(role, act) ? 'allowed' : 'forbidden')),
      'not_found',
    ]);
    expect(codeOf(() => mustAllow(act, undefined, 'owner'))).toBe('not_found');
  });
});

describe('StudyGate', () => {
  const gateOf = (found: typeof study | undefined, pages?: StudyPages) => {
    const gate = new StudyGate({ of: () => Promise.resolve(found) } as unknown as StudyMembersRead);
    if (pages) gate.shownBy(pages);
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
  const shown = (mayRead: boolean): StudyPages => ({ mayRead: () => Promise.resolve(mayRead) });

  it('answers people without a role as the page of the study does', async () => {
    expect(await answer(gateOf(study, shown(true)), 'nobody')).toBe('forbidden');
    expect(await answer(gateOf(study, shown(false)), 'nobody')).toBe('not_found');
    expect(await answer(gateOf(study), 'nobody')).toBe('not_found');
  });

  it('answers people with a role by that role, whatever the page shows', async () => {
    for (const pages of [shown(true), shown(false)]) {
      expect(await answer(gateOf(study, pages), 'editor')).toBe('allowed');
      expect(await answer(gateOf(study, pages), 'viewer')).toBe('forbidden');
    }
  });

  it('treats a missing study like a hidden one', async () => {
    const asked: string[] = [];
    const pages: StudyPages = {
      mayRead: (id, account) => {
        asked.push(`${id} ${account}`);
        return Promise.resolve(false);
      },
    };
    for (const found of [study, undefined])
      expect(await answer(gateOf(found, pages), 'nobody')).toBe('not_found');
    expect(asked).toEqual(['study nobody', 'study nobody']);
  });

  it('accepts one page check only', () => {
    const gate = gateOf(study, shown(true));
    expect(() => gate.shownBy(shown(true))).toThrow('shown already');
  });
});

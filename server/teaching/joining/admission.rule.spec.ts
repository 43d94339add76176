import { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import { isInvitationOpen, refusalOfJoinCode, type JoinCodeTerms } from './admission.rule';

const now = new Date('2026-11-02T10:00:00Z');
const terms = (more: Partial<JoinCodeTerms> = {}): JoinCodeTerms => ({
  state: 'open',
  join_uses_left: null,
  join_expires_at: null,
  join_domain: null,
  ...more,
});
const refusal = (more: Partial<JoinCodeTerms>, email = 'ada@uni.example') =>
  refusalOfJoinCode(terms(more), email, now);

describe('A join code', () => {
  it('works while its classroom is open, it has not expired, and a use is left', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ join_uses_left: 1 })).toBeNull();
    expect(refusal({ join_expires_at: new Date(now.getTime() + 1) })).toBeNull();
    expect(refusal({ join_uses_left: 0 })).toBe('invalid_join_code');
    expect(refusal({ join_expires_at: now })).toBe('invalid_join_code');
    for (const state of ['draft', 'closed', 'archived'] as const)
      expect(refusal({ state })).toBe('invalid_join_code');
  });

  it('accepts only addresses whose domain is exactly the required one', () => {
    const of = (email: string) => refusal({ join_domain: 'uni.example' }, email);
    expect(of('ada@uni.example')).toBeNull();
    for (const email of [
      'ada@mail.uni.example',
      'ada@auni.example',
      'ada@uni.example.org',
      'uni.example@other.test',
    ])
      expect(of(email)).toBe('mail_domain_required');
  });

  it('does not reveal the required domain when it no longer works', () => {
    const used = { join_domain: 'uni.example', join_uses_left: 0 };
    expect(refusal(used, 'ada@other.test')).toBe('invalid_join_code');
  });
});

describe('An invitation to a classroom', () => {
  it('works for staff in a draft and for all in an open classroom', () => {
    const open = ClassroomRole.options.map((role) => [
      role,
      ClassroomState.options.filter((state) => isInvitationOpen(state, role)),
    ]);
    expect(open).toEqual([
      ['instructor', ['draft', 'open']],
      ['assistant', ['draft', 'open']],
      ['student', ['open']],
    ]);
  });
});

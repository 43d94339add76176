import { anyone, signedIn } from '../../contracts/base/access';
import { AccessPolicies, type AccessPolicy, type Asked } from './access-policies';

const byThing: AccessPolicy = { name: 'study.edit', means: 'The owner.', decidedBy: 'thing' };
const edit = {
  what: 'PUT /api/studies/{id}/',
  access: { ...signedIn, policy: 'study.edit' },
} as const;
const asked: Asked = { person: undefined, query: {}, now: () => new Date() };

describe('The policies of all contexts', () => {
  it('are those that the contract names', () => {
    expect(() => new AccessPolicies([byThing], [edit])).not.toThrow();
  });

  it('stop the boot where the contract names one that no context has', () => {
    expect(() => new AccessPolicies([], [edit])).toThrow(
      'PUT /api/studies/{id}/ names the policy study.edit, which no context has.',
    );
  });

  it('stop the boot where nothing names one, or two have one name', () => {
    expect(() => new AccessPolicies([byThing], [])).toThrow(
      'The policy study.edit is named by nothing in the contract.',
    );
    expect(() => new AccessPolicies([byThing, byThing], [edit])).toThrow(
      'Two policies have one name.',
    );
  });

  it('decide where the request alone does, and leave the rest to the thing', () => {
    const seen: Asked[] = [];
    const byRequest: AccessPolicy = {
      name: 'study.list',
      means: 'Counted.',
      decidedBy: 'request',
      decide: (one) => void seen.push(one),
    };
    const list = {
      what: 'GET /api/studies/',
      access: { ...anyone, policy: 'study.list' },
    } as const;
    const policies = new AccessPolicies([byThing, byRequest], [edit, list]);
    policies.decide(edit.access, asked);
    policies.decide(anyone, asked);
    expect(seen).toEqual([]);
    policies.decide(list.access, asked);
    expect(seen).toEqual([asked]);
    expect(() => policies.decide({ ...anyone, policy: 'study.burn' }, asked)).toThrow('study.burn');
  });
});

import {
  administratorsOnly,
  anyone,
  documentedSchemes,
  ownCredential,
  peopleFinders,
  researchersOnly,
  signedIn,
  signedInExcept,
  visitorOrSignedIn,
} from '../../contracts/base/access';
import { AccessPolicies, refusalOf, type AccessPolicy, type Asked } from './access-policies';

const byThing: AccessPolicy = { name: 'study.edit', means: 'The owner.', decidedBy: 'thing' };
const edit = {
  what: 'PUT /api/studies/{id}/',
  access: { ...signedIn, policy: 'study.edit' },
} as const;
const asked: Asked = {
  person: undefined,
  action: undefined,
  query: {},
  now: () => new Date(),
};

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
    expect(() => policies.decide(edit.access, asked)).toThrow('unauthenticated');
    policies.decide({ ...anyone, policy: 'study.edit' }, asked);
    policies.decide(anyone, asked);
    expect(seen).toEqual([]);
    policies.decide(list.access, asked);
    expect(seen).toEqual([asked]);
    expect(() => policies.decide({ ...anyone, policy: 'study.burn' }, asked)).toThrow('study.burn');
  });
});

const participant = { role: null, is_researcher: false, second_factor_missing: false };
const people = {
  nobody: undefined,
  participant,
  researcher: { ...participant, is_researcher: true },
  administrator: { ...participant, role: 'ADMINISTRATOR' as const },
  'administrator without the factor': { ...participant, second_factor_missing: true },
  'researcher and administrator without the factor': {
    ...participant,
    is_researcher: true,
    second_factor_missing: true,
  },
};
type Name = keyof typeof people;
const answers = (access: Parameters<typeof refusalOf>[0]) =>
  Object.fromEntries(
    (Object.keys(people) as Name[]).map((name) => [name, refusalOf(access, people[name])]),
  );
const everybody = (code: string | null) =>
  Object.fromEntries(Object.keys(people).map((name) => [name, code]));

describe('Access rules', () => {
  it.each([
    ['anyone', anyone],
    ['a visitor or somebody signed in', visitorOrSignedIn],
    ['an own credential', ownCredential('basic')],
  ])('let everybody through for %s', (_, access) => {
    expect(answers(access)).toEqual(everybody(null));
  });

  it('ask for a sign-in, whatever the role', () => {
    expect(answers(signedIn)).toEqual({ ...everybody(null), nobody: 'unauthenticated' });
  });

  it('let an excepted action through without a sign-in, and no other', () => {
    const access = signedInExcept('activate');
    expect(refusalOf(access, undefined, 'activate')).toBeNull();
    expect(refusalOf(access, participant, 'profile')).toBeNull();
    for (const action of ['profile', undefined, null, ['activate'], {}])
      expect(refusalOf(access, undefined, action)).toBe('unauthenticated');
    expect(refusalOf(signedIn, undefined, 'activate')).toBe('unauthenticated');
  });

  it('know researchers', () => {
    expect(answers(researchersOnly)).toEqual({
      ...everybody('forbidden'),
      nobody: 'unauthenticated',
      researcher: null,
      'researcher and administrator without the factor': null,
    });
  });

  it('know administrators, and tell one of the missing factor first', () => {
    expect(answers(administratorsOnly)).toEqual({
      ...everybody('forbidden'),
      nobody: 'unauthenticated',
      administrator: null,
      'administrator without the factor': 'second_factor_missing',
      'researcher and administrator without the factor': 'second_factor_missing',
    });
  });

  it('let researchers and administrators find people', () => {
    expect(answers(peopleFinders)).toEqual({
      ...everybody(null),
      nobody: 'unauthenticated',
      participant: 'forbidden',
      'administrator without the factor': 'second_factor_missing',
    });
  });

  it('name the schemes of the document', () => {
    for (const access of [anyone, visitorOrSignedIn, ownCredential(), signedInExcept('activate')])
      expect(documentedSchemes(access)).toEqual([]);
    expect(documentedSchemes(ownCredential('basic', 'bearer'))).toEqual(['basic', 'bearer']);
    for (const access of [signedIn, researchersOnly, administratorsOnly, peopleFinders])
      expect(documentedSchemes(access)).toEqual(['bearer']);
  });
});

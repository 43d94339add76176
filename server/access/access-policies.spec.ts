import {
  administratorsOnly,
  anyone,
  studyBuildersOnly,
  documentedSchemes,
  credentialInRequest,
  researchersOrAdministrators,
  researchersOnly,
  signedIn,
  signedInExceptForActions,
  visitorOrSignedIn,
} from '../../contracts/base/access';
import {
  AccessPolicies,
  accessRefusalOf,
  type AccessPolicy,
  type PolicyInput,
} from './access-policies';

const byThing: AccessPolicy = { name: 'study.edit', means: 'The owner.', decidedBy: 'thing' };
const edit = {
  what: 'PUT /api/studies/{id}/',
  access: { ...signedIn, policy: 'study.edit' },
} as const;
const asked: PolicyInput = {
  person: undefined,
  action: undefined,
  query: {},
  now: () => new Date(),
};

describe('access policies of all contexts', () => {
  it('are accepted when the contract names each of them', () => {
    expect(() => new AccessPolicies([byThing], [edit])).not.toThrow();
  });

  it('stop the boot when the contract names a policy that no context has', () => {
    expect(() => new AccessPolicies([], [edit])).toThrow(
      'PUT /api/studies/{id}/ names the policy study.edit, which no context has.',
    );
  });

  it('stop the boot when a policy is not named in the contract, or two have the same name', () => {
    expect(() => new AccessPolicies([byThing], [])).toThrow(
      'The policy study.edit is named by nothing in the contract.',
    );
    expect(() => new AccessPolicies([byThing, byThing], [edit])).toThrow(
      'Two policies have one name.',
    );
  });

  it('decide by the request alone if declared so, and otherwise leave the decision to the code that reads the object', () => {
    const seen: PolicyInput[] = [];
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

  it('tell the guard for which calls it must read whether the caller is a student who builds studies', () => {
    const ofOwn: AccessPolicy = {
      name: 'study.list',
      means: 'The own list.',
      decidedBy: 'request',
      admitsBuilders: (query) => (query as { scope?: string }).scope === 'mine',
      decide: () => undefined,
    };
    const list = { ...anyone, policy: 'study.list' } as const;
    const policies = new AccessPolicies([byThing, ofOwn], [edit, { what: 'list', access: list }]);
    expect(policies.admitsBuilders(studyBuildersOnly, {})).toBe(true);
    expect(policies.admitsBuilders(list, { scope: 'mine' })).toBe(true);
    for (const access of [list, edit.access, researchersOnly, anyone])
      expect(policies.admitsBuilders(access, {})).toBe(false);
  });
});

const participant = { role: null, is_researcher: false, second_factor_missing: false };
const people = {
  nobody: undefined,
  participant,
  builder: { ...participant, builds: true },
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
const answers = (access: Parameters<typeof accessRefusalOf>[0]) =>
  Object.fromEntries(
    (Object.keys(people) as Name[]).map((name) => [name, accessRefusalOf(access, people[name])]),
  );
const everybody = (code: string | null) =>
  Object.fromEntries(Object.keys(people).map((name) => [name, code]));

describe('access rules for calls of the API', () => {
  it.each([
    ['anyone', anyone],
    ['a visitor or somebody signed in', visitorOrSignedIn],
    ['an own credential', credentialInRequest('basic')],
  ])('admit everybody for %s', (_, access) => {
    expect(answers(access)).toEqual(everybody(null));
  });

  it('require a sign-in, whatever the role', () => {
    expect(answers(signedIn)).toEqual({ ...everybody(null), nobody: 'unauthenticated' });
  });

  it('admit only an excepted action without a sign-in', () => {
    const access = signedInExceptForActions('activate');
    expect(accessRefusalOf(access, undefined, 'activate')).toBeNull();
    expect(accessRefusalOf(access, participant, 'profile')).toBeNull();
    for (const action of ['profile', undefined, null, ['activate'], {}])
      expect(accessRefusalOf(access, undefined, action)).toBe('unauthenticated');
    expect(accessRefusalOf(signedIn, undefined, 'activate')).toBe('unauthenticated');
  });

  it('admit researchers only', () => {
    expect(answers(researchersOnly)).toEqual({
      ...everybody('forbidden'),
      nobody: 'unauthenticated',
      researcher: null,
      'researcher and administrator without the factor': null,
    });
  });

  it('admit researchers, and students who build studies', () => {
    expect(answers(studyBuildersOnly)).toEqual({
      ...answers(researchersOnly),
      builder: null,
    });
    expect(answers(studyBuildersOnly)).toMatchObject({
      participant: 'forbidden',
      researcher: null,
    });
  });

  it('admit administrators only, and report a missing second factor first', () => {
    expect(answers(administratorsOnly)).toEqual({
      ...everybody('forbidden'),
      nobody: 'unauthenticated',
      administrator: null,
      'administrator without the factor': 'second_factor_missing',
      'researcher and administrator without the factor': 'second_factor_missing',
    });
  });

  it('admit researchers and administrators to the search for people', () => {
    expect(answers(researchersOrAdministrators)).toEqual({
      ...everybody(null),
      nobody: 'unauthenticated',
      participant: 'forbidden',
      builder: 'forbidden',
      'administrator without the factor': 'second_factor_missing',
    });
  });

  it('list the security schemes for the API document', () => {
    for (const access of [
      anyone,
      visitorOrSignedIn,
      credentialInRequest(),
      signedInExceptForActions('activate'),
    ])
      expect(documentedSchemes(access)).toEqual([]);
    expect(documentedSchemes(credentialInRequest('basic', 'bearer'))).toEqual(['basic', 'bearer']);
    for (const access of [
      signedIn,
      researchersOnly,
      studyBuildersOnly,
      administratorsOnly,
      researchersOrAdministrators,
    ])
      expect(documentedSchemes(access)).toEqual(['bearer']);
  });
});

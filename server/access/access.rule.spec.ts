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
import { refusalOf, tokenUse } from './access.rule';

const person = { role: null, is_researcher: false, second_factor_missing: false };
const people = {
  nobody: undefined,
  participant: person,
  researcher: { ...person, is_researcher: true },
  administrator: { ...person, role: 'ADMINISTRATOR' as const },
  'administrator without the factor': { ...person, second_factor_missing: true },
  'researcher and administrator without the factor': {
    ...person,
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
    expect(refusalOf(access, person, 'profile')).toBeNull();
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

  it('say what is done about the token', () => {
    expect(tokenUse(anyone)).toBe('unread');
    expect(tokenUse(visitorOrSignedIn)).toBe('refuse bad');
    expect(tokenUse(ownCredential())).toBe('ignore bad');
    expect(tokenUse(signedInExcept('activate'))).toBe('ignore bad');
    for (const access of [signedIn, researchersOnly, administratorsOnly, peopleFinders])
      expect(tokenUse(access)).toBe('required');
  });

  it('name the schemes of the document', () => {
    for (const access of [anyone, visitorOrSignedIn, ownCredential(), signedInExcept('activate')])
      expect(documentedSchemes(access)).toEqual([]);
    expect(documentedSchemes(ownCredential('basic', 'bearer'))).toEqual(['basic', 'bearer']);
    for (const access of [signedIn, researchersOnly, administratorsOnly, peopleFinders])
      expect(documentedSchemes(access)).toEqual(['bearer']);
  });
});

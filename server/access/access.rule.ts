import type { Access, Who } from '../../contracts/base/access';
import type { ErrorCode } from '../../contracts/base/errors';
import type { Person } from './person';

/**
 * How the guard treats the token of a request: does not read it; reads an optional one and refuses
 * or ignores an invalid one; or requires a valid one.
 */
export type TokenUse = 'unread' | 'refuse bad' | 'ignore bad' | 'required';

const tokenUses: Readonly<Record<Who, TokenUse>> = {
  anyone: 'unread',
  'visitor or signed in': 'refuse bad',
  'own credential': 'ignore bad',
  'signed in': 'required',
  researcher: 'required',
  administrator: 'required',
  'people finder': 'required',
};

export const tokenUse = (access: Access): TokenUse =>
  access.who === 'signed in' && access.exceptActions ? 'ignore bad' : tokenUses[access.who];

type Asking = Pick<Person, 'role' | 'is_researcher' | 'second_factor_missing'>;

/**
 * Why the guard refuses the caller before the request is parsed; null where the caller may proceed.
 * @param action the body's field, not validated
 */
export function refusalOf(
  access: Access,
  person: Asking | null | undefined,
  action?: unknown,
): ErrorCode | null {
  if (access.who === 'anyone') return null;
  if (access.who === 'visitor or signed in' || access.who === 'own credential') return null;
  if (!person)
    return access.who === 'signed in' && isExcepted(access.exceptActions, action)
      ? null
      : 'unauthenticated';
  const { role, is_researcher, second_factor_missing } = person;
  switch (access.who) {
    case 'signed in':
      return null;
    case 'researcher':
      return is_researcher ? null : 'forbidden';
    case 'administrator':
      if (second_factor_missing) return 'second_factor_missing';
      return role === 'ADMINISTRATOR' ? null : 'forbidden';
    case 'people finder':
      if (role === 'ADMINISTRATOR' || is_researcher) return null;
      return second_factor_missing ? 'second_factor_missing' : 'forbidden';
  }
}

const isExcepted = (actions: readonly unknown[] | undefined, action: unknown): boolean =>
  actions?.includes(action) ?? false;

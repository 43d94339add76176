import type { CallerKind } from '../../../contracts/base/access';

/**
 * The kinds of people whose requests are tested; they are the columns of the authorisation matrix.
 */
export const personas = [
  'visitor',
  'participant',
  'unverified',
  'other participant',
  'builder',
  'pending',
  'failed',
  'approved',
  'other researcher',
  'administrator',
] as const;
export type Persona = (typeof personas)[number];

export const personaGroups = {
  participants: ['participant', 'unverified', 'other participant', 'builder'],
  researchers: ['pending', 'failed', 'approved', 'other researcher'],
} as const satisfies Readonly<Record<string, readonly Persona[]>>;
const signedIn: readonly Persona[] = [
  ...personaGroups.participants,
  ...personaGroups.researchers,
  'administrator',
];

/**
 * The personas that each access rule of the contract admits. Repeats the server's rule
 * (server/access/access-policies.ts) on purpose: the tests of the matrix and
 * test/architecture/access/access-rules.spec.ts compare this list with the server's rule, and so
 * find mistakes.
 */
export const admittedPersonas: Readonly<Record<CallerKind, readonly Persona[]>> = {
  anyone: personas,
  'visitor or signed in': personas,
  'own credential': personas,
  'signed in': signedIn,
  researcher: personaGroups.researchers,
  builder: ['builder', ...personaGroups.researchers],
  administrator: ['administrator'],
  'people finder': [...personaGroups.researchers, 'administrator'],
};

import type { Access } from '../../../../contracts/base/access';
import { personaGroups, admittedPersonas, personas, type Persona } from '../admitted-personas';
import type { ExpectedAnswer, AuthorisationRow } from '../row';

const isExcepted = (access: Access, { ask }: AuthorisationRow): boolean => {
  if (access.who !== 'signed in' || typeof ask === 'function') return false;
  const { action } = (ask.body ?? {}) as { action?: string };
  return action !== undefined && (access.exceptActions ?? []).includes(action);
};

/**
 * Whether the request lacks the credential that the endpoint needs. The requests of the matrix
 * contain only the persona's token, and a visitor has no token.
 */
const lacksCredential = (access: Access, persona: Persona): boolean =>
  access.who === 'own credential' && access.schemes.length > 0 && persona === 'visitor';

/**
 * Returns the expected answer to a persona: from the access rule of the contract, and from the
 * answers that the row states.
 */
export function expectedAnswerOf(row: AuthorisationRow, persona: Persona): ExpectedAnswer {
  const { access } = row.endpoint;
  if (lacksCredential(access, persona)) return 'unauthenticated';
  if (isRefusedByAccess(row, persona))
    return persona === 'visitor' ? 'unauthenticated' : 'forbidden';
  const { answers } = row;
  if (typeof answers !== 'object') return answers;
  const group = (['participants', 'researchers'] as const).find((one) =>
    (personaGroups[one] as readonly Persona[]).includes(persona),
  );
  const cell = answers[persona] ?? (group && answers[group]) ?? answers['everybody else'];
  if (cell === undefined)
    throw new Error(`${row.endpoint.path} ${row.what}: no answer to ${persona}`);
  return cell;
}

/**
 * Whether the access rule of the contract refuses the persona, before the server reads the
 * requested study, session or file.
 */
export const isRefusedByAccess = (row: AuthorisationRow, persona: Persona): boolean =>
  !admittedPersonas[row.endpoint.access.who].includes(persona) &&
  !isExcepted(row.endpoint.access, row);

/** Returns all expected answers of a row, by persona. */
export const expectedAnswersOf = (
  row: AuthorisationRow,
): Readonly<Record<Persona, ExpectedAnswer>> =>
  Object.fromEntries(
    personas.map((persona) => [persona, expectedAnswerOf(row, persona)]),
  ) as Record<Persona, ExpectedAnswer>;

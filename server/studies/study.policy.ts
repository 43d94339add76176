import { DomainError } from '../platform/http/errors';
import type { AccessPolicy } from '../access/access-policies';

export const studyPolicies: readonly AccessPolicy[] = [
  {
    name: 'consent.withdraw',
    means:
      'Who edits a study withdraws a version of its consent form; an administrator withdraws any.',
    decidedBy: 'thing',
  },
  {
    name: 'study.list',
    means:
      'Of the two lists on one path, the catalogue is for anyone, the own one for researchers.',
    decidedBy: 'request',
    decide: ({ person, query }) => {
      if ((query as { scope?: unknown }).scope !== 'mine') return;
      if (!person) throw new DomainError('unauthenticated');
      if (!person.is_researcher) throw new DomainError('forbidden');
    },
  },
  {
    name: 'study.read',
    means: 'Anyone reads a study that recruits or recruited; a draft is found by its owner alone.',
    decidedBy: 'thing',
  },
  {
    name: 'study.edit',
    means:
      'The owner changes a study. Others are refused where they may read it, and else do not find it.',
    decidedBy: 'thing',
  },
];
/**
 * Who may do what with a study (docs/domain.md 1). Only this file defines it, once for statements
 * and once for values. The owner and the collaborators have a role in the study; an administrator
 * has none, because administration never reaches a study's data.
 */
const roles = ['owner', 'editor', 'viewer'] as const;
export type StudyRole = (typeof roles)[number];

/**
 * `read`: the study as its members see it, its sessions and their counts. `edit`: its texts and its
 * consent document. `run`: its sessions and the participations in them. `see_names`: the roster,
 * within the privacy level. `archive`: to end it.
 */
export type StudyAct = 'read' | 'edit' | 'run' | 'see_names' | 'archive';

const acts: Record<StudyRole, readonly StudyAct[]> = {
  owner: ['read', 'edit', 'run', 'see_names', 'archive'],
  editor: ['read', 'edit', 'run', 'see_names'],
  viewer: ['read'],
};

export const roleMay = (role: StudyRole, act: StudyAct): boolean => acts[role].includes(act);

/** The people of a study that the policy needs. */
export interface StudyPeople {
  owner_id: string;
}

export const roleIn = (study: StudyPeople, accountId: string): StudyRole | null =>
  study.owner_id === accountId ? 'owner' : null;

export function mayOnStudy(act: StudyAct, study: StudyPeople, accountId: string): boolean {
  const role = roleIn(study, accountId);
  return role !== null && roleMay(role, act);
}

/**
 * For a study that was read or locked. A draft of another is not found, so that no command tells
 * that it exists. Whether an archived study is known to its participants only, which this context
 * cannot see, is asked before (server/catalogue/study-page.read.ts).
 * @throws DomainError not_found, forbidden
 */
export function mustAllow(
  act: StudyAct,
  study: StudyPeople & { state: string },
  accountId: string,
): void {
  if (!mayOnStudy(act, study, accountId))
    throw new DomainError(study.state === 'draft' ? 'not_found' : 'forbidden');
}

/**
 * The condition that an account owns a study: for rules that follow the person and not a
 * permission, such as the data export, or what must end when the person leaves.
 * @param study an alias for a row with `owner_id`
 * @param account an operand: `$1`, a column, `ANY($1::uuid[])`
 */
export const ownedBySql = (study: string, account: string): string =>
  `${study}.owner_id = ${account}`;

/** The condition that finds the holder of a role. No table stores editors and viewers yet. */
const holds: Partial<Record<StudyRole, (study: string, account: string) => string>> = {
  owner: ownedBySql,
};

/**
 * The condition that an account may do this with a study.
 * @param study an alias for a row with `owner_id`
 * @param account an operand; null for a visitor makes the condition null
 */
export function mayOnStudySql(act: StudyAct, study: string, account: string): string {
  const ways = roles
    .filter((role) => roleMay(role, act))
    .flatMap((role) => holds[role]?.(study, account) ?? []);
  return ways.length === 1 ? ways.join() : `(${ways.join(' OR ') || 'false'})`;
}

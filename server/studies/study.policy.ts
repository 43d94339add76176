import type { CollaboratorRole, StudyRole } from '../../contracts/collaborators/collaborators';
import { DomainError } from '../platform/errors/errors';
import type { AccessPolicy } from '../access/access-policies';

const isOwnList = (query: unknown): boolean => (query as { scope?: unknown }).scope === 'mine';

export const studyPolicies: readonly AccessPolicy[] = [
  {
    name: 'consent.withdraw',
    means:
      'Who edits a study withdraws a version of its consent form; an administrator withdraws any.',
    decidedBy: 'thing',
  },
  {
    name: 'consent.versions',
    means: 'The people of a study read every version of its consent form, a draft too.',
    decidedBy: 'thing',
  },
  {
    name: 'study.list',
    means:
      'Of the two lists on one path, the catalogue is for anyone, the own one for researchers and builders.',
    decidedBy: 'request',
    admitsBuilders: isOwnList,
    decide: ({ person, query }) => {
      if (!isOwnList(query)) return;
      if (!person) throw new DomainError('unauthenticated');
      if (!person.is_researcher && !person.builds) throw new DomainError('forbidden');
    },
  },
  {
    name: 'study.copy',
    means:
      'Who has a role in a study copies it; a template is copied in the classrooms with which it is shared. To all others it is not there.',
    decidedBy: 'thing',
  },
  {
    name: 'study.read',
    means: 'Anyone reads a study that recruits or recruited; a draft is found by its people alone.',
    decidedBy: 'thing',
  },
  {
    name: 'study.edit',
    means:
      'Owner and editors change a study. Others are refused where they may read it, and else do not find it.',
    decidedBy: 'thing',
  },
  {
    name: 'study.take_over',
    means: 'The collaborator to whom a study is offered answers; to all others there is no offer.',
    decidedBy: 'thing',
  },
];
/**
 * Who may do what with a study (docs/domain.md 1). Only this file decides that, in SQL and in
 * TypeScript. The owner and the collaborators have a role in the study; an administrator has none,
 * because administration never includes a study's data.
 */
const roles = ['owner', 'editor', 'analyst', 'viewer'] as const satisfies readonly StudyRole[];

/**
 * What an account may do with a study (docs/decisions/collaborators.md):
 * - `read`: see the study as its members do, its sessions and their counts
 * - `edit`: change its texts and its consent form
 * - `run`: manage its sessions and their participants, who appear as tags without names
 * - `read_data`: read and export recorded data, with tags instead of names
 * - `see_names`: see who takes part in all its sessions, as far as privacy levels allow. Only the
 * owner may do this, so that no collaborator can compare the names in studies of different
 * researchers. people/roster.policy.ts adds collaborators with roster access to a session.
 * - `manage_people`: decide who has which role
 * - `archive`: archive and restore the study
 */
export type StudyAction =
  | 'read'
  | 'edit'
  | 'run'
  | 'read_data'
  | 'see_names'
  | 'manage_people'
  | 'archive';

const acts: Record<StudyRole, readonly StudyAction[]> = {
  owner: ['read', 'edit', 'run', 'read_data', 'see_names', 'manage_people', 'archive'],
  editor: ['read', 'edit', 'run', 'read_data'],
  analyst: ['read', 'read_data'],
  viewer: ['read'],
};

export const isPermittedForRole = (role: StudyRole, act: StudyAction): boolean =>
  acts[role].includes(act);

/** The people with a role in a study. Permissions are decided from them. */
export interface StudyPeople {
  owner_id: string;
  /** The roles of collaborators, keyed by account id. */
  collaborators: Readonly<Record<string, CollaboratorRole>>;
}

export const studyRoleOf = (study: StudyPeople, accountId: string): StudyRole | null =>
  study.owner_id === accountId ? 'owner' : (study.collaborators[accountId] ?? null);

export function mayOnStudy(act: StudyAction, study: StudyPeople, accountId: string): boolean {
  const role = studyRoleOf(study, accountId);
  return role !== null && isPermittedForRole(role, act);
}

/**
 * SQL condition: an account owns a study. Used for rules about the owner as a person, for example
 * in the data export or in the erasure of an account, and not for permissions.
 * @param study an alias for a row with `owner_id`
 * @param account an operand: `$1`, a column, `ANY($1::uuid[])`
 */
export const isOwnedBySql = (study: string, account: string): string =>
  `${study}.owner_id = ${account}`;

/**
 * SQL for the account that owned a study at a moment. A launched session keeps the name of the
 * owner at its launch (docs/decisions/collaborators.md).
 * @param study an alias for a row with `id` and `owner_id`
 * @param at an SQL operand of type timestamptz
 */
export const ownerAtMomentSql = (study: string, at: string): string =>
  `coalesce((SELECT f.account_id FROM research.study_former_owner f
    WHERE f.study_id = ${study}.id AND f.until > ${at} ORDER BY f.until LIMIT 1), ${study}.owner_id)`;

/**
 * SQL for an array of study ids: all studies of the people who have a role in this study. These
 * people can compare the data of the studies. Staff and builders of a class count as people of each
 * study of the class, since they may read the class's pooled data. The result is an array because
 * PostgreSQL computes an array once, and not for each row.
 * @param study an SQL operand: the id of the study
 */
export const studiesSharingPeopleSql = (study: string): string =>
  `ARRAY(WITH people AS (
      SELECT s.owner_id AS id FROM research.study s WHERE s.id = ${study}
      UNION SELECT c.account_id FROM identity.study_collaborator c WHERE c.study_id = ${study}
      UNION SELECT m.account_id FROM research.study s
        JOIN identity.class_member m ON m.classroom_id = s.classroom_id AND ${readsPoolsSql('m')} WHERE s.id = ${study})
    SELECT s.id FROM research.study s WHERE s.owner_id = ANY(ARRAY(SELECT id FROM people))
    UNION SELECT c.study_id FROM identity.study_collaborator c
      WHERE c.account_id = ANY(ARRAY(SELECT id FROM people))
    UNION SELECT s.id FROM identity.class_member m
      JOIN research.study s ON s.classroom_id = m.classroom_id
      WHERE m.account_id = ANY(ARRAY(SELECT id FROM people)) AND ${readsPoolsSql('m')})`;

/** SQL condition: a member of a class may read the pooled data of all studies of the class. */
const readsPoolsSql = (member: string): string =>
  `(${member}.role <> 'student' OR ${member}.builds)`;

/** SQL column: the roles of a study's collaborators, keyed by account id. */
export const collaboratorRolesSql = (study: string): string =>
  `(SELECT coalesce(jsonb_object_agg(c.account_id, c.role), '{}') FROM identity.study_collaborator c
    WHERE c.study_id = ${study}.id)`;

/** SQL for the role of an account in a study; null where it has none. */
export const roleSql = (study: string, account: string): string =>
  `CASE WHEN ${isOwnedBySql(study, account)} THEN 'owner' ELSE (
    SELECT c.role FROM identity.study_collaborator c
    WHERE c.study_id = ${study}.id AND c.account_id = ${account}) END`;

/**
 * SQL condition: an account may do `act` with a study. A subquery selects the studies in which the
 * account is a collaborator, as an array. PostgreSQL computes an array once, and not for each row,
 * and can then use the index of studies.
 * @param study an alias for a row with `id` and `owner_id`
 * @param account an SQL expression. For a visitor it is null, and then the condition is null, too
 */
export function mayOnStudySql(act: StudyAction, study: string, account: string): string {
  const others = roles.filter((role) => role !== 'owner' && isPermittedForRole(role, act));
  if (others.length === 0) return isOwnedBySql(study, account);
  return `(${isOwnedBySql(study, account)} OR ${study}.id = ANY(ARRAY(
    SELECT c.study_id FROM identity.study_collaborator c
    WHERE c.account_id = ${account} AND c.role IN (${others.map((role) => `'${role}'`).join(', ')}))))`;
}

import { anonymityOf } from '../../../contracts/studies/anonymity';
import { isConcludedByResearcher } from '../../../contracts/enrolment/who-concludes';
import type { StudyRole } from '../../../contracts/collaborators/collaborators';
import type { Session as SessionView } from '../../../contracts/enrolment/sessions';
import { sessionCountsOf, rewardOf, spotsAvailable } from '../model/session.rule';
import type { Session } from '../model/session.entity';
import { seesParticipantNamesSql } from '../../studies/people/roster.policy';
import { roleSql } from '../../studies/study.policy';

export type SessionRow = Session & {
  study_title: string;
  stated_minutes: number;
  role: StudyRole;
  sees_names: boolean;
};

/**
 * The columns of SessionRow, for `FROM research.session s JOIN research.study_profile st`.
 * @param account an SQL operand: the account for which `role` and `sees_names` are computed
 */
export const sessionColumns = (account: string): string =>
  `s.*, coalesce(s.snapshot->>'title', st.title) AS study_title,
   coalesce((s.snapshot->>'duration_minutes')::int, st.duration_minutes) AS stated_minutes, ${roleSql('st', account)} AS role,
   ${seesParticipantNamesSql('st', 's', account)} AS sees_names`;

export const sessionView = (s: SessionRow): SessionView => ({
  _id: s.id,
  study_id: s.study_id,
  study_title: s.study_title,
  role: s.role,
  sees_names: s.privacy_level !== 'anonymous' && s.sees_names,
  name: s.name,
  number: s.number,
  state: s.state,
  close_reason: s.close_reason,
  capacity: s.capacity,
  spots_available: spotsAvailable(s),
  counts: sessionCountsOf(s),
  version: s.version,
  privacy_level: s.privacy_level,
  too_few_people: s.snapshot?.too_few_people ?? false,
  anonymity:
    s.snapshot && s.privacy_level === 'anonymous' && !s.snapshot.too_few_people
      ? anonymityOf(s.snapshot.runtime)
      : null,
  consent_withdrawn: s.consent_withdrawn,
  audience: s.audience,
  runs_here: ['hosted', 'builder'].includes(s.snapshot?.runtime?.kind ?? ''),
  runtime_kind: s.snapshot?.runtime?.kind ?? null,
  researcher_concludes: isConcludedByResearcher(s.snapshot?.runtime ?? null),
  link_key: s.link_key,
  reward: rewardOf(s),
  stated_minutes: s.stated_minutes,
  start_within_minutes: s.start_within_minutes,
  launched_at: s.launched_at?.toISOString() ?? null,
  opens_at: s.opens_at?.toISOString() ?? null,
  closes_at: s.closes_at?.toISOString() ?? null,
  additional_notes: s.additional_notes,
  created_at: s.created_at.toISOString(),
});

import { isOwnedBySql } from '../studies/study.policy';
import { agreedStudyTitleSql } from './model/participation-facts.sql';
import { linksOfAccountSql } from './links/participation-links';

/*
 * SQL statements for a person's data export: participations, agreements, sessions and rosters. Only
 * the role commonlab_link may read two tables: the links from participations to accounts, and the
 * roster accesses. A statement that reads one of these two tables runs under commonlab_link. The
 * other statements run under commonlab_app. A column named `row` contains a complete row of the
 * export.
 */

const taken = `own CROSS JOIN LATERAL (SELECT * FROM research.participation
  WHERE id = own.participation_id OFFSET 0) p`;

/** The ids of a person's participations. Runs as commonlab_link. $1 and $2: as in linksOfAccountSql. */
export const ownParticipationIdsSql = `WITH RECURSIVE ${linksOfAccountSql}
  SELECT p.id FROM ${taken} ORDER BY p.created_at, p.id`;

/** The participant's pseudonym in each study. Runs as commonlab_link. $1 and $2: as in linksOfAccountSql. */
export const ownPseudonymsSql = `WITH RECURSIVE ${linksOfAccountSql}
  SELECT p.study_id, encode(p.pseudonym, 'hex') AS pseudonym FROM ${taken}
  GROUP BY p.study_id, p.pseudonym ORDER BY min(p.created_at), p.study_id`;

/** $1: ids of participations. */
export const participationRowsSql = `
  SELECT to_jsonb(p) || jsonb_build_object('pseudonym', encode(p.pseudonym, 'hex'),
    'study_title', coalesce(s.snapshot ->> 'title', t.title),
    'session', jsonb_build_object('privacy_level', s.privacy_level, 'state', s.state,
      'launched_at', s.launched_at, 'closes_at', s.closes_at, 'closed_at', s.closed_at,
      'reward_amount', s.reward_amount, 'reward_currency', s.reward_currency)) AS row
  FROM research.participation p JOIN research.session s ON s.id = p.session_id
  JOIN research.study_profile t ON t.id = p.study_id
  WHERE p.id = ANY($1::uuid[]) ORDER BY p.created_at, p.id`;

/** $1: ids of participations. */
export const transitionRowsSql = `
  SELECT to_jsonb(m) - 'id' AS row FROM research.participation_move m
  JOIN research.participation p ON p.id = m.participation_id
  WHERE p.id = ANY($1::uuid[]) ORDER BY p.created_at, p.id, m.at, m.id`;

/**
 * The agreements of a person, each with the text that the person agreed to. $1: the ids of studies.
 * $2: for each of these studies, the person's pseudonym in hexadecimal digits.
 */
export const agreementRowsSql = `
  SELECT to_jsonb(a) || jsonb_build_object('pseudonym', encode(a.pseudonym, 'hex'),
    'seal', encode(a.seal, 'hex'), 'study_title', coalesce(${agreedStudyTitleSql('a')}, t.title),
    'document', jsonb_build_object('title', coalesce(other.words ->> 'title', c.title),
      'kind', c.kind, 'state', c.state,
      'text', coalesce(other.words ->> 'body_markdown', c.body_markdown))) AS row
  FROM research.agreement a JOIN research.consent_document c ON c.id = a.consent_id
  JOIN research.study_profile t ON t.id = a.study_id
  LEFT JOIN LATERAL (SELECT words FROM jsonb_array_elements(c.translations) AS words
    WHERE words ->> 'sha256' = a.sha256) AS other ON true
  WHERE EXISTS (SELECT FROM unnest($1::uuid[], $2::text[]) AS mine (study_id, pseudonym)
    WHERE mine.study_id = a.study_id AND decode(mine.pseudonym, 'hex') = a.pseudonym)
  ORDER BY a.at, a.id`;

/**
 * The sessions of a researcher's own studies, without their snapshots. $1: the account of the
 * researcher.
 */
export const exportedSessionsSql = `
  SELECT to_jsonb(s) - 'snapshot'
    || jsonb_build_object('title', coalesce(s.snapshot ->> 'title', t.title)) AS row
  FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
  WHERE ${isOwnedBySql('t', '$1')} ORDER BY s.created_at, s.id`;

/**
 * The rosters that a researcher opened, without the names shown. Runs as commonlab_link. $1: the researcher's
 * account.
 */
export const openedRostersSql = `
  SELECT at, study_id, session_id, count(*)::int AS names_shown FROM identity.roster_access
  WHERE researcher_id = $1 GROUP BY at, study_id, session_id ORDER BY at, session_id`;

/**
 * Which researchers saw a person's name, and when. Runs as commonlab_link. $1: the account whose
 * name was shown.
 */
export const ownNameShownSql = `
  SELECT r.id, r.at, r.researcher_id, r.study_id, r.session_id,
    coalesce(s.snapshot ->> 'title', t.title) AS study_title
  FROM identity.roster_access r LEFT JOIN research.session s ON s.id = r.session_id
  LEFT JOIN research.study_profile t ON t.id = r.study_id
  WHERE r.account_id = $1 ORDER BY r.at, r.id`;

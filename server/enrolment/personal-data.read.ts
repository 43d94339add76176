import { unwrapRows, type PagedRows, type Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { linksOfAccountParameters } from './links/participation-links';
import * as sql from './own-data.sql';

type Pages = PagedRows['pages'];

/** Reads the participations of one person, with their sessions' terms, for the data export. */
export const participationRows = (snapshot: Snapshot, accountId: string, secrets: Secrets): Pages =>
  ofEach(snapshot, linksOfAccountParameters(secrets, accountId), sql.participationRowsSql);

export const transitionRows = (snapshot: Snapshot, accountId: string, secrets: Secrets): Pages =>
  ofEach(snapshot, linksOfAccountParameters(secrets, accountId), sql.transitionRowsSql);

/**
 * Reads the agreements of one person for the data export. Each row is a complete receipt: the
 * document with its text, the version, the fingerprint, and the seal (a keyed hash) that the
 * agreement has in the study's hash chain.
 */
export async function* agreementRows(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): Pages {
  const pages = snapshot.pages<{ study_id: string; pseudonym: string }>(
    sql.ownPseudonymsSql,
    linksOfAccountParameters(secrets, accountId),
    'commonlab_link',
  );
  for await (const page of pages)
    yield* unwrapRows(
      snapshot.pages<{ row: object }>(sql.agreementRowsSql, [
        page.map((one) => one.study_id),
        page.map((one) => one.pseudonym),
      ]),
    );
}

/**
 * Reads the sessions of a researcher's studies, with all columns but the snapshot, for the data
 * export.
 */
export const sessionRows = (snapshot: Snapshot, ownerId: string): Pages =>
  unwrapRows(snapshot.pages<{ row: object }>(sql.exportedSessionsSql, [ownerId]));

/** Reads which rosters this person opened, without the names on them. */
export const openedRosterRows = (snapshot: Snapshot, accountId: string): Pages =>
  snapshot.pages<object>(sql.openedRostersSql, [accountId], 'commonlab_link');

interface NameShownRow {
  id: string;
  at: Date;
  researcher_id: string;
  study_id: string;
  session_id: string;
  study_title: string | null;
}
interface ResearcherRow {
  id: string;
  first_name: string;
  last_name: string;
  organization: string | null;
}

/** Reads which researchers saw this person's name. */
export async function* nameShownRows(snapshot: Snapshot, accountId: string): Pages {
  const pages = snapshot.pages<NameShownRow>(sql.ownNameShownSql, [accountId], 'commonlab_link');
  for await (const page of pages) {
    const researchers = await snapshot.query<ResearcherRow>(
      `SELECT id, first_name, last_name, organization FROM identity.researcher_byline WHERE id = ANY($1::uuid[])`,
      [page.map((one) => one.researcher_id)],
    );
    const byId = new Map(researchers.map((one) => [one.id, one]));
    yield page.map(({ researcher_id, ...row }) => ({
      ...row,
      researcher: byId.get(researcher_id) ?? { id: researcher_id },
    }));
  }
}

/**
 * Reads pages of rows about a person's participations. The role commonlab_link reads which
 * participations these are, and the application's role reads the rows.
 */
async function* ofEach(
  snapshot: Snapshot,
  links: ReturnType<typeof linksOfAccountParameters>,
  text: string,
): Pages {
  for await (const page of snapshot.pages<{ id: string }>(
    sql.ownParticipationIdsSql,
    links,
    'commonlab_link',
  ))
    yield* unwrapRows(snapshot.pages<{ row: object }>(text, [page.map(({ id }) => id)]));
}

/** Reads the ids of all participations of one person, in pages, for other contexts that store data about them. */
export async function* ownParticipationIdPages(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): AsyncGenerator<string[]> {
  for await (const page of snapshot.pages<{ id: string }>(
    sql.ownParticipationIdsSql,
    linksOfAccountParameters(secrets, accountId),
    'commonlab_link',
  ))
    yield page.map(({ id }) => id);
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { RosterEntry } from '../../../contracts/enrolment/rosters';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, readCursor } from '../../platform/http/cursor';
import { badField } from '../../platform/errors/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { accountOf } from '../links/participation-links';
import { readsRosterSql, seesNamesSql } from '../../studies/people/roster.policy';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';
import { concludesSql } from '../model/session-facts.sql';
import { entryOf, participationOf, tagOf } from './roster-entries';
import { showsName } from './roster.rule';
import { candidatesOf, hiddenSince, stateOfDay } from '../model/state-of-day';

interface Row {
  id: string;
  pseudonym: Buffer;
  state: ParticipationState;
  updated_at: Date;
  has_started: boolean;
  minutes: number | null;
  data_withdrawn_on: string | null;
  /** The account of the link: null in a row without a way back, and in an anonymous session. */
  account: Buffer | null;
  account_id: string | null;
}
interface Person {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * A line as the researcher may see it: the participation's id and the exact time only beside a name,
 * else the day alone, since the moment of a step reveals who it was (docs/domain.md, 4).
 */
const rosterEntry = (
  secrets: Secrets,
  sessionId: string,
  row: Row,
  person: Person | undefined,
  tellsMinutes: boolean,
): z.output<typeof RosterEntry> => ({
  entry: entryOf(secrets, sessionId, row.id),
  tag: tagOf(secrets, sessionId, row.pseudonym),
  participation_id: person ? row.id : null,
  state: row.state,
  day: row.updated_at.toISOString().slice(0, 10),
  since: person ? row.updated_at.toISOString() : null,
  minutes: tellsMinutes && row.minutes !== null ? Math.round(row.minutes * 10) / 10 : null,
  data_withdrawn_on: row.data_withdrawn_on,
  first_name: person?.first_name ?? null,
  last_name: person?.last_name ?? null,
  email: person?.email ?? null,
});

/** The last line of the previous page, by its sealed address. */
const Position = z.strictObject({ entry: z.string().max(200) });

/**
 * One page of a session's participants, in the order of their ids: these are random, so the order reveals
 * neither when a participant came nor who is who on another roster. The page is cut before anything is
 * joined, and each link is looked up by its key: OFFSET 0 keeps PostgreSQL from reading the whole table of
 * links. The session's people are read before they are ordered: walking all participations in the order of
 * their ids would find them late. $1 session, $2 the participation after which the page begins or null, $3
 * rows, $4 states or null, $5 since when steps are hidden (state-of-day.ts).
 */
const page = (names: boolean) => `
  WITH everybody AS MATERIALIZED (
    SELECT all_of.id, all_of.pseudonym, told.state, told.updated_at, all_of.started_at,
      CASE WHEN $5::timestamptz IS NULL OR all_of.data_withdrawn_on < ($5 AT TIME ZONE 'UTC')::date
        THEN all_of.data_withdrawn_on END AS data_withdrawn_on
    FROM (${candidatesOf('$1', '$5')}) all_of
    CROSS JOIN LATERAL (${stateOfDay('all_of', '$5', '$1')}) told
    WHERE $4::text[] IS NULL OR told.state = ANY($4)
  ), page AS MATERIALIZED (
    SELECT * FROM everybody WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT $3)
  SELECT p.id, p.pseudonym, p.state, p.updated_at, p.started_at IS NOT NULL AS has_started,
    p.data_withdrawn_on::text,
    CASE WHEN p.state IN ('completed', 'approved', 'rejected') THEN (
      SELECT (extract(epoch FROM m.at - p.started_at) / 60)::float8
      FROM research.participation_move m
      WHERE m.participation_id = p.id AND m.to_state = 'completed'
      ORDER BY m.id DESC LIMIT 1) END AS minutes,
    ${
      names
        ? `l.account, l.account_id
  FROM page p
  LEFT JOIN LATERAL (SELECT account, account_id FROM identity.participation_link
    WHERE participation_id = p.id OFFSET 0) l ON true`
        : `NULL::bytea AS account, NULL::uuid AS account_id
  FROM page p`
    }
  ORDER BY p.id`;

/**
 * The participants of a session, with names as far as the privacy level allows; each named
 * participant can see who saw the name, once a day (docs/domain.md, 4).
 */
@Injectable()
export class RosterRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a page and records that its names, and no others, were shown.
   * @param mayLearnNames whether the researcher is approved now (docs/domain.md, 1); without it, a
   * session with names reads like an anonymous one, and so it does for editors to whom its roster is not open
   * @param isOpened whether names are requested; else no name is looked up, and nothing recorded
   * @throws DomainError forbidden for others who may read the session, not_found for all else,
   * validation_failed for a broken cursor.
   */
  open(
    sessionId: string,
    { limit, cursor, states }: { limit: number; cursor?: string; states?: ParticipationState[] },
    {
      researcherId,
      mayLearnNames,
      isOpened,
      apiTokenId,
      requestId,
    }: {
      researcherId: string;
      mayLearnNames: boolean;
      isOpened: boolean;
      /** The API token that a program used: recorded also without names. */
      apiTokenId?: string;
      requestId: string;
    },
  ): Promise<{ items: z.output<typeof RosterEntry>[]; next_cursor: string | null }> {
    const position = readCursor(Position, cursor);
    const after = position && participationOf(this.secrets, sessionId, position.entry);
    if (position && after === null) throw badField('cursor', 'invalid');
    return this.unitOfWork.run(
      async (tx) => {
        const [found] = await tx.query<{
          study_id: string;
          privacy_level: PrivacyLevel;
          sees_names: boolean;
          concludes: boolean;
          may: boolean;
        }>(
          `SELECT s.study_id, s.privacy_level, ${seesNamesSql('st', 's', '$2')} AS sees_names,
             ${concludesSql('s')} AS concludes, ${readsRosterSql('st', 's', '$2')} AS may
           FROM research.session s
           JOIN research.study_profile st ON st.id = s.study_id
           WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
          [sessionId, researcherId],
        );
        const session = requirePermission(found);
        const learns: PrivacyLevel =
          mayLearnNames && session.sees_names ? session.privacy_level : 'anonymous';
        const level = isOpened ? learns : 'anonymous';
        const { items: rows, next_cursor } = pageOfRows(
          await tx.query<Row>(page(level !== 'anonymous'), [
            sessionId,
            after,
            limit + 1,
            states ?? null,
            hiddenSince(session.privacy_level, this.clock.now()),
          ]),
          limit,
          (last) => ({ entry: entryOf(this.secrets, sessionId, last.id) }),
        );
        const persons = await this.personsOf(
          tx,
          rows.filter((r) => showsName(level, r.state, r.has_started)),
        );
        if (persons.size > 0) {
          await tx.query(
            `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id)
             SELECT id, account_id, $3, $4, $5
             FROM unnest($1::uuid[], $2::uuid[]) AS r (id, account_id)
             ON CONFLICT (account_id, researcher_id, session_id, ((at AT TIME ZONE 'UTC')::date)) DO NOTHING`,
            [
              [...persons].map(() => timeOrderedId()),
              [...persons.values()].map((person) => person.id),
              researcherId,
              session.study_id,
              sessionId,
            ],
          );
        }
        if (isOpened || apiTokenId)
          await tx.audit(
            'roster-opened',
            {
              actor: researcherId,
              details: {
                study_id: session.study_id,
                session_id: sessionId,
                names: persons.size,
                ...(apiTokenId && { api_token_id: apiTokenId }),
              },
            },
            this.clock.now(),
          );
        const items = rows.map((row) =>
          rosterEntry(
            this.secrets,
            sessionId,
            row,
            persons.get(row.id),
            // Where the researcher decides who completed, the minutes would depend on the researcher.
            !session.concludes && showsName(learns, row.state, row.has_started),
          ),
        );
        return { items, next_cursor };
      },
      { role: 'commonlab_link', requestId },
    );
  }

  /** The people behind these rows, by participation. */
  private async personsOf(tx: Transaction, rows: readonly Row[]): Promise<Map<string, Person>> {
    const accounts = rows.flatMap((row) => {
      const account = accountOf(this.secrets, { ...row, participation_id: row.id });
      return account === null ? [] : [{ participation: row.id, account }];
    });
    const people = await tx.query<Person>(
      `SELECT id, first_name, last_name, email FROM identity.person WHERE id = ANY($1::uuid[])`,
      [accounts.map(({ account }) => account)],
    );
    const byId = new Map(people.map((person) => [person.id, person]));
    return new Map(
      accounts.flatMap(({ participation, account }) => {
        const person = byId.get(account);
        return person ? [[participation, person] as const] : [];
      }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { RosterEntry } from '../../../contracts/enrolment/rosters';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { badField } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { eventsHiddenSince } from '../model/state-of-day';
import { rosterEntryOf, participationOfEntry, rosterTagOf } from './roster-entries';
import { rosterRows, type RosterRow } from './roster-rows';
import { rosterSession } from './roster-session';
import { refusalToShowNames, showsName } from './roster.rule';
import { seesTimesOnlyAfterDay } from '../../studies/people/reader-by-day.sql';
import { readAndRecordNames, type NamedParticipant } from './shown-names';
import { WithheldNames } from './withheld-names';

/**
 * Converts a row to the line that the researcher may see. A line with a name has the
 * participation's id and the exact time. A line without a name has only the day, since the exact
 * time of an event would reveal who the participant is (docs/domain.md, 4).
 */
const rosterEntry = (
  secrets: Secrets,
  sessionId: string,
  row: RosterRow,
  person: NamedParticipant | undefined,
  tellsMinutes: boolean,
): z.output<typeof RosterEntry> => ({
  entry: rosterEntryOf(secrets, sessionId, row.id),
  tag: rosterTagOf(secrets, sessionId, row.pseudonym),
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

/** The cursor of a page: the encrypted address of the last line of the previous page. */
const Position = z.strictObject({ entry: z.string().max(200) });

/**
 * Reads the participants of a session, with names as far as the privacy level allows. For each named
 * participant, it records once a day that the researcher saw the name (docs/domain.md, 4).
 */
@Injectable()
export class RosterRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly withheld: WithheldNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a page of the roster, and records which names it showed.
   * @param mayLearnNames whether the researcher is approved now (docs/domain.md, 1). For a
   * researcher without approval, and for an editor without roster access, every session looks like
   * an anonymous one
   * @param isOpened whether the researcher requests names; otherwise no name is read or recorded
   * @throws DomainError forbidden for callers who may read the session but not its roster,
   * not_found for all others, validation_failed for a broken cursor.
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
      /**
       * The API token with which a program reads the roster. Its access is recorded even if it
       * reads no names.
       */
      apiTokenId?: string;
      requestId: string;
    },
  ): Promise<{ items: z.output<typeof RosterEntry>[]; next_cursor: string | null }> {
    const position = decodeCursor(Position, cursor);
    const after = position && participationOfEntry(this.secrets, sessionId, position.entry);
    if (position && after === null) throw badField('cursor', 'invalid');
    return this.unitOfWork.run(
      async (tx) => {
        const session = await rosterSession(tx, sessionId, researcherId);
        const learns: PrivacyLevel = refusalToShowNames(session, mayLearnNames)
          ? 'anonymous'
          : session.privacy_level;
        const level = isOpened ? learns : 'anonymous';
        const { items: rows, next_cursor } = pageOfRows(
          await rosterRows(tx, level !== 'anonymous', {
            sessionId,
            after,
            limit: limit + 1,
            states: states ?? null,
            since: eventsHiddenSince(session.privacy_level, this.clock.now()),
          }),
          limit,
          (last) => ({ entry: rosterEntryOf(this.secrets, sessionId, last.id) }),
        );
        const persons = await readAndRecordNames(tx, this.secrets, this.withheld, rows, {
          level,
          researcherId,
          studyId: session.study_id,
          sessionId,
        });
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
        const byDay = await seesTimesOnlyAfterDay(tx.manager, researcherId);
        const items = rows.map((row) =>
          rosterEntry(
            this.secrets,
            sessionId,
            row,
            persons.get(row.id),
            // If the researcher records the completion, the line shows no duration: the duration
            // would reveal when the researcher recorded it.
            !session.concludes &&
              showsName(learns, row.state, row.has_started) &&
              (!byDay || persons.has(row.id)),
          ),
        );
        return { items, next_cursor };
      },
      { role: 'commonlab_link', requestId },
    );
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { eventsHiddenSince } from '../model/state-of-day';
import { rosterTagOf } from './roster-entries';
import { rosterRows } from './roster-rows';
import { rosterSession, type RosterSession } from './roster-session';
import { refusalToShowNames } from './roster.rule';
import { readAndRecordNames, type NamedParticipant } from './shown-names';
import { WithheldNames } from './withheld-names';

export interface RosterNameReader {
  readonly researcherId: string;
  /** Whether the researcher is approved now (docs/domain.md, 1). */
  readonly mayLearnNames: boolean;
}

/** Reads the names of a session's roster by tag, for lists that other contexts make. */
@Injectable()
export class RosterNamesRead {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly withheld: WithheldNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the roster shows names to the reader. Reads no name, so it records no access.
   * @throws DomainError as `rosterSession`
   */
  async areShown(sessionId: string, reader: RosterNameReader): Promise<boolean> {
    const session = await rosterSession(this.source.manager, sessionId, reader.researcherId);
    return refusalToShowNames(session, reader.mayLearnNames) === null;
  }

  /**
   * Checks that the roster shows names to the reader.
   * @throws DomainError as `open`
   */
  async mustBeShown(sessionId: string, reader: RosterNameReader): Promise<void> {
    await namedSession(this.source.manager, sessionId, reader);
  }

  /**
   * Reads the names of the participants with these tags, if the roster shows the names now. Records
   * that the reader has seen the names, just as if the reader had opened a page of the roster.
   * @returns the names by tag, without participants whom the roster does not name
   * @throws DomainError session_anonymous, researcher_not_approved; forbidden also for callers who
   * may read the roster but see no names on it; not_found
   */
  open(
    sessionId: string,
    tags: ReadonlySet<string>,
    reader: RosterNameReader & { readonly requestId: string },
  ): Promise<Map<string, NamedParticipant>> {
    const { researcherId } = reader;
    return this.unitOfWork.run(
      async (tx) => {
        const session = await namedSession(tx, sessionId, reader);
        const { study_id, privacy_level: level } = session;
        const now = this.clock.now();
        const all = await rosterRows(tx, true, {
          sessionId,
          after: null,
          limit: null,
          states: null,
          since: eventsHiddenSince(level, now),
        });
        const tagged = new Map(
          all.map((row) => [row.id, rosterTagOf(this.secrets, sessionId, row.pseudonym)]),
        );
        const rows = all.filter((row) => tags.has(tagged.get(row.id) ?? ''));
        const persons = await readAndRecordNames(tx, this.secrets, this.withheld, rows, {
          level,
          researcherId,
          studyId: study_id,
          sessionId,
        });
        await tx.audit(
          'roster-opened',
          {
            actor: researcherId,
            details: { study_id, session_id: sessionId, names: persons.size },
          },
          now,
        );
        return new Map([...persons].map(([id, person]) => [tagged.get(id) ?? '', person]));
      },
      { role: 'commonlab_link', requestId: reader.requestId },
    );
  }
}

async function namedSession(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  { researcherId, mayLearnNames }: RosterNameReader,
): Promise<RosterSession> {
  const session = await rosterSession(on, sessionId, researcherId);
  const refusal = refusalToShowNames(session, mayLearnNames);
  if (refusal) throw new DomainError(refusal);
  return session;
}

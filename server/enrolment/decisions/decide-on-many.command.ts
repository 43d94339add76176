import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { FieldErrorCode } from '../../../contracts/base/errors';
import type { DecisionByTagOrPseudonym } from '../../../contracts/enrolment/session-insights';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import type { Caller } from '../../access/caller';
import type { Person } from '../../access/person';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { badFields, DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';
import { Appointments } from '../transitions/appointments';
import { SessionMoney } from '../launch/session-money';
import { HostedData } from '../transitions/hosted-data';
import { participationTransitions } from '../model/participation.rule';
import { StartDemographicsRead } from '../transitions/start-demographics.read';
import { notInSession, type TransitionRequest } from '../transitions/transition-request';
import { runTransitions } from '../transitions/transition-transaction';
import { rosterTagOf } from '../rosters/roster-entries';
import { hasSlotsSql, eventsHiddenSince, rosterShowsSlots } from '../model/state-of-day';
import { SessionWorkQueues } from '../seats/session-lanes';
import { rosterLinesWithPseudonyms } from '../transitions/pending-decisions';

type Decisions = readonly z.output<typeof DecisionByTagOrPseudonym>[];
/** Returns the tag (16 digits) or pseudonym (32 digits) by which a decision names its participant. */
const keyOf = ({ tag, run_participant }: Decisions[number]): string => tag ?? run_participant ?? '';
interface Decided {
  decided: number;
  already: number;
}

interface Session {
  privacy_level: PrivacyLevel;
  kept_demographics: StoredDemographics;
  has_slots: boolean;
  sees_names: boolean;
  may: boolean;
}

/** Decides about many participations of a session by tag or pseudonym, all or none. */
export class DecideOnParticipations extends Command<Decided> {
  constructor(
    readonly sessionId: string,
    readonly decisions: Decisions,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * The largest number of errors that a response lists. It keeps the response small; a longer list
 * would not help the researcher.
 */
const mostLines = 100;

/** The decisions that are not possible: the index of each decision in the request, and the reason. */
type Faults = Map<number, FieldErrorCode>;
const refused = (faults: Faults, decisions: Decisions) =>
  badFields(
    [...faults]
      .sort(([a], [b]) => a - b)
      .slice(0, mostLines)
      .map(([index, code]) => ({
        path: `decisions.${index}.${decisions[index]?.tag === undefined ? 'run_participant' : 'tag'}`,
        code,
      })),
  );

@CommandHandler(DecideOnParticipations)
export class DecideOnParticipationsHandler implements ICommandHandler<DecideOnParticipations> {
  private readonly commands: BatchQueue<string, DecideOnParticipations, Decided>;

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    readonly clock: Clock,
    readonly hosted: HostedData,
    readonly money: SessionMoney,
    readonly appointments: Appointments,
    private readonly answers: StartDemographicsRead,
    lanes: SessionWorkQueues,
  ) {
    this.commands = lanes.queue({ sessionOf: ({ sessionId }) => sessionId, max: 1 });
  }

  /**
   * Applies all decisions in one transaction, or none. A request may be repeated: a decision that
   * has already been made changes nothing and is counted as `already`.
   * @throws DomainError not_found, forbidden; validation_failed with a field for each impossible
   *   decision: the tag is unknown or occurs twice, the slot has not begun, or the state does not
   *   allow the decision. In an anonymous session, the state is the one that the roster shows
   */
  execute(command: DecideOnParticipations): Promise<Decided> {
    return this.commands.load(command, async (_, waits) => [await this.transact(command, waits)]);
  }

  private async transact(
    { sessionId, decisions, caller }: DecideOnParticipations,
    waits: boolean,
  ): Promise<Decided | typeof rowLockedElsewhere> {
    const { byKey, reads_slots, by_list, session } = await this.linesOf(sessionId, caller.person);
    const faults: Faults = new Map();
    const seen = new Set<string>();
    const requests = decisions.map((one, index): TransitionRequest => {
      const { decision } = one;
      const id = byKey.get(keyOf(one));
      if (id === undefined) faults.set(index, 'unknown_tag');
      else if (seen.has(id)) faults.set(index, 'named_twice');
      if (id !== undefined) seen.add(id);
      return {
        participation_id: id ?? '',
        session_id: sessionId,
        action: decision.action,
        actor: 'researcher',
        reason: decision.reason ?? null,
        category: decision.action === 'reject' ? decision.category : null,
        demographics: null,
        request_id: caller.request_id,
        reads_slots,
        by_list,
      };
    });
    if (faults.size > 0) throw refused(faults, decisions);
    const coming = requests.filter(({ action }) => action === 'attend');
    const kept = await this.answers.ofAllNoted(
      session,
      coming.map((one) => one.participation_id),
    );
    for (const one of coming) one.demographics = kept.get(one.participation_id) ?? null;
    return this.unitOfWork.run(
      async (tx) => {
        const before = new Map(
          (
            await tx.query<{ id: string; state: string }>(
              `SELECT id, state FROM research.participation WHERE id = ANY($1::uuid[])`,
              [requests.map((a) => a.participation_id)],
            )
          ).map(({ id, state }) => [id, state]),
        );
        const answers = await runTransitions(tx, this, requests, waits, true);
        if (answers.some((answer) => answer === rowLockedElsewhere)) return rowLockedElsewhere;
        let already = 0;
        answers.forEach((answer, index) => {
          if (answer === notInSession) throw new DomainError('unavailable');
          if (answer instanceof DomainError)
            faults.set(index, answer.code === 'slot_ahead' ? 'slot_ahead' : 'not_possible_now');
          const one = requests[index];
          if (typeof answer === 'object' && 'already' in answer) already += answer.already ? 1 : 0;
          else if (
            one &&
            before.get(one.participation_id) === participationTransitions[one.action].to
          )
            already++;
        });
        if (faults.size > 0) throw refused(faults, decisions);
        return { decided: requests.length - already, already };
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * Reads the participations on the session's roster. `byKey` contains each participation twice:
   * under its tag and under its pseudonym.
   * @returns `by_list`: true if a decision is checked against the state that the roster shows,
   *   false if it is checked against the current state
   * @throws DomainError forbidden for callers who may read the session but not run it, not_found
   * for all others
   */
  private async linesOf(
    sessionId: string,
    person: Person,
  ): Promise<{
    byKey: Map<string, string>;
    reads_slots: boolean;
    by_list: boolean;
    session: Session;
  }> {
    const [found]: Session[] = await this.source.query(
      `SELECT s.privacy_level, coalesce(s.snapshot->'kept_demographics', '[]') AS kept_demographics,
           ${hasSlotsSql('s')} AS has_slots,
           ${seesEventsAtOnceSql('st', 's', '$2')} AS sees_names,
           ${mayOnStudySql('run', 'st', '$2')} AS may
         FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.id = $1::uuid AND ${mayOnStudySql('read', 'st', '$2')}`,
      [sessionId, person.account_id],
    );
    const session = requirePermission(found);
    const since = session.has_slots
      ? null
      : eventsHiddenSince(session.privacy_level, this.clock.now());
    const rows = await rosterLinesWithPseudonyms(this.source.manager, sessionId, since);
    return {
      byKey: new Map(
        rows.flatMap(({ id, pseudonym }) => [
          [rosterTagOf(this.secrets, sessionId, pseudonym), id],
          [pseudonym.toString('hex'), id],
        ]),
      ),
      reads_slots: rosterShowsSlots(session, person),
      by_list: since !== null,
      session,
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { ReturnOutcome } from '../../../contracts/external-returns/external-returns';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { rosterTagOf } from '../rosters/roster-entries';
import { rosterCandidatesSql, eventsHiddenSince, rosterStateSql } from '../model/state-of-day';
import { lockSessionRows } from '../seats/lock-sessions';
import { SessionWorkQueues } from '../seats/session-lanes';
import { pseudonymsInStudy } from '../links/pseudonyms';
import { Appointments } from '../transitions/appointments';
import { SessionMoney } from '../launch/session-money';
import { HostedData } from '../transitions/hosted-data';
import {
  transitionOfReturnOutcome,
  judgeReturn,
  returnVerdictForSender,
  type ReturnVerdict,
} from './return.rule';
import { runTransitions } from '../transitions/transition-transaction';

/** A return: what an external study reports about one participant of a session. */
export interface ExternalReturn {
  readonly session_id: string;
  /** The pseudonym in the participant's link to the external study, 32 hexadecimal digits. */
  readonly participant: string;
  readonly outcome: ReturnOutcome;
  readonly request_id: string;
  /**
   * The account that is signed in when the participant returns, if any. If it is the participant's
   * own account, the response contains the real result of the return, even in an anonymous session.
   */
  readonly reader: string | null;
  /**
   * Reads the outcome that the study's server reported on this day (UTC) for the participant with
   * this tag. Returns null unless this installation answered that report with `done`.
   */
  reported(tx: Transaction, tag: string, day: string): Promise<ReturnOutcome | null>;
  /**
   * Records the result of the return. Runs in the transaction that changes the participation, so
   * that both are committed or neither.
   */
  record(tx: Transaction, of: ExternalReturnResult, now: Date): Promise<void>;
}

interface About {
  readonly tag: string;
  readonly privacy_level: PrivacyLevel;
  readonly state: ParticipationState;
  readonly study_id: string;
  readonly study_title: string;
}

/**
 * The result of a return. `of` is null if no participant of the session has the pseudonym, or if
 * the launched study is not an external one. `told` is the result that the sender gets. In an
 * anonymous session, `told` depends only on events before today, and on those events of today that
 * the sender already knows (docs/decisions/participant-decisions.md).
 */
export interface ExternalReturnResult extends ReturnVerdict {
  readonly of: About | null;
  readonly told: ReturnVerdict & { readonly of: About | null };
}

interface ReturningParticipation {
  id: string;
  study_id: string;
  /** Null if the participation is now in another session of the study. */
  state: ParticipationState | null;
  privacy_level: PrivacyLevel;
  study_title: string;
  told: ParticipationState | null;
  decided: boolean;
  came: boolean;
}

/**
 * Finds the participation that a return is about. $1 session, $2 pseudonym, $3 the beginning of the
 * day.
 */
const find = `
  SELECT p.id, p.study_id, CASE WHEN p.session_id = s.id THEN p.state END AS state, s.privacy_level,
    s.snapshot->>'title' AS study_title, told.state AS told,
    coalesce(told.updated_at >= $3::timestamptz, false) AS decided,
    EXISTS (SELECT FROM research.participation_move m WHERE m.participation_id = p.id
      AND m.session_id = s.id AND m.to_state = 'started' AND m.at >= $3::timestamptz) AS came
  FROM research.session s
  JOIN (${rosterCandidatesSql('$1::uuid', '$3')}) p ON p.pseudonym = $2
  LEFT JOIN LATERAL (${rosterStateSql('p', '$3', '$1::uuid')}) told ON true
  WHERE s.id = $1::uuid AND s.snapshot->'runtime'->>'kind' = 'external'
  ORDER BY p.session_id = s.id DESC, told.state IS NOT NULL DESC LIMIT 1`;

const unknown = { result: 'refused', reason: 'unknown_participant', of: null } as const;

/**
 * Applies what external studies report when their participants return (docs/domain.md, 6). Two
 * simultaneous returns lock the session's row one after the other, so that the second sees what the
 * first has changed.
 */
@Injectable()
export class ApplyExternalReturns {
  private readonly returns: BatchQueue<string, ExternalReturn, ExternalReturnResult>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    readonly clock: Clock,
    private readonly secrets: Secrets,
    readonly hosted: HostedData,
    readonly money: SessionMoney,
    readonly appointments: Appointments,
    lanes: SessionWorkQueues,
  ) {
    this.returns = lanes.queue({ sessionOf: ({ session_id }) => session_id, max: 1 });
  }

  /**
   * Applies a return from an external study to its participation.
   * @throws DomainError unavailable: the session stays locked too long
   */
  accept(returned: ExternalReturn): Promise<ExternalReturnResult> {
    return this.returns.load(returned, async (_, waits) => [await this.transact(returned, waits)]);
  }

  private transact(
    returned: ExternalReturn,
    waits: boolean,
  ): Promise<ExternalReturnResult | typeof rowLockedElsewhere> {
    return this.unitOfWork.run(async (tx) => {
      const locked = await lockSessionRows(tx.manager, [returned.session_id], waits);
      if (!waits && !locked.has(returned.session_id)) return rowLockedElsewhere;
      return this.acceptOne(tx, returned);
    });
  }

  private async acceptOne(
    tx: Transaction,
    incoming: ExternalReturn,
  ): Promise<ExternalReturnResult> {
    const pseudonym = Buffer.from(incoming.participant, 'hex');
    const now = this.clock.now();
    const [at] = await tx.query<ReturningParticipation>(find, [
      incoming.session_id,
      pseudonym,
      eventsHiddenSince('anonymous', now),
    ]);
    if (!at) return this.written(tx, incoming, { ...unknown, told: unknown }, now);
    const tag = rosterTagOf(this.secrets, incoming.session_id, pseudonym);
    const told = await this.toSender(tx, incoming, at, tag, now);
    if (at.state === null) return this.written(tx, incoming, { ...unknown, told }, now);
    const verdict = judgeReturn(incoming.outcome, at.state);
    const state = verdict.result === 'done' ? await this.move(tx, incoming, at.id) : at.state;
    const real = { ...verdict, of: aboutOf(at, tag, state) };
    const readsReal =
      at.privacy_level !== 'anonymous' || this.isOwn(incoming, at.study_id, pseudonym);
    return this.written(tx, incoming, { ...real, told: readsReal ? real : told }, now);
  }

  private async written(
    tx: Transaction,
    incoming: ExternalReturn,
    returned: ExternalReturnResult,
    now: Date,
  ): Promise<ExternalReturnResult> {
    await incoming.record(tx, returned, now);
    return returned;
  }

  private async toSender(
    tx: Transaction,
    incoming: ExternalReturn,
    at: ReturningParticipation,
    tag: string,
    now: Date,
  ) {
    const reported = await incoming.reported(tx, tag, now.toISOString().slice(0, 10));
    const { decided, came, told } = at;
    const known = { told: told ?? undefined, decided, came, reported };
    const { state, ...verdict } = returnVerdictForSender(incoming.outcome, known);
    return { ...verdict, of: state && aboutOf(at, tag, state) };
  }

  private isOwn({ reader }: ExternalReturn, studyId: string, pseudonym: Buffer): boolean {
    if (reader === null) return false;
    return pseudonymsInStudy(this.secrets, studyId, reader).some((one) => one.equals(pseudonym));
  }

  private async move(
    tx: Transaction,
    incoming: ExternalReturn,
    id: string,
  ): Promise<ParticipationState> {
    const { session_id, outcome, request_id } = incoming;
    const [moved] = await runTransitions(
      tx,
      this,
      [
        {
          participation_id: id,
          session_id,
          action: transitionOfReturnOutcome[outcome],
          actor: 'system',
          reason: null,
          category: null,
          demographics: null,
          request_id,
        },
      ],
      true,
      true,
    );
    if (moved instanceof DomainError) throw moved;
    if (moved === undefined || typeof moved === 'symbol') throw new DomainError('unavailable');
    return moved.state;
  }
}

const aboutOf = (
  { privacy_level, study_id, study_title }: ReturningParticipation,
  tag: string,
  state: ParticipationState,
): About => ({ tag, privacy_level, state, study_id, study_title });

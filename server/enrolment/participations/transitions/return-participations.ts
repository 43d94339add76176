import { Injectable } from '@nestjs/common';
import type { ReturnOutcome } from '../../../../contracts/external-returns';
import type { ParticipationState } from '../../../../contracts/participations';
import type { PrivacyLevel } from '../../../../contracts/studies';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../../platform/db/unit-of-work';
import { DomainError } from '../../../platform/http/errors';
import { Secrets } from '../../../platform/security/secrets';
import { tagOf } from '../../rosters/roster-entries';
import { lockSessions } from '../../seats/lock-sessions';
import { held, SessionLanes } from '../../seats/session-lanes';
import { Appointments } from './appointments';
import { HostedData } from './hosted-data';
import { actionOf, judgeReturn, type ReturnVerdict } from './return.rule';
import { runTransitions } from './transition-transaction';

/** What an external study says about one participant of a session. */
export interface Return {
  readonly session_id: string;
  /** The pseudonym that the link carried, 32 hexadecimal digits. */
  readonly participant: string;
  readonly outcome: ReturnOutcome;
  readonly request_id: string;
  /** Writes down what came of it, in the same transaction: both are committed, or none. */
  record(tx: Transaction, of: Returned, now: Date): Promise<void>;
}

/**
 * What came of a return; the rest is null where no participant of the session has the pseudonym, and where the
 * launch froze another way to take part: there, its own proof completes it.
 */
export interface Returned extends ReturnVerdict {
  readonly of: {
    readonly tag: string;
    readonly privacy_level: PrivacyLevel;
    readonly state: ParticipationState;
    readonly study_id: string;
    readonly study_title: string;
  } | null;
}

interface Found {
  id: string;
  study_id: string;
  state: ParticipationState;
  privacy_level: PrivacyLevel;
  study_title: string;
}

/**
 * Returns from external studies (docs/domain.md, 6). Two at the same moment wait for the session's
 * row one after the other, so that the second one finds what the first has done.
 */
@Injectable()
export class ReturnParticipations {
  /** @throws DomainError unavailable */
  readonly accept: (returned: Return) => Promise<Returned>;

  constructor(
    unitOfWork: UnitOfWork,
    readonly clock: Clock,
    private readonly secrets: Secrets,
    readonly hosted: HostedData,
    readonly appointments: Appointments,
    lanes: SessionLanes,
  ) {
    const gathered = lanes.gather<Return, Returned>({
      max: 1,
      run: (asked, waits) =>
        unitOfWork.run(async (tx) => {
          const ids = new Set(asked.map(({ session_id }) => session_id));
          const locked = await lockSessions(tx.manager, ids, waits);
          const answers: (Returned | typeof held)[] = [];
          for (const one of asked)
            answers.push(
              locked.has(one.session_id) || waits ? await this.acceptOne(tx, one) : held,
            );
          return answers;
        }),
    });
    this.accept = (returned) => gathered(returned.session_id, returned);
  }

  private async acceptOne(tx: Transaction, asked: Return): Promise<Returned> {
    const [at] = await tx.query<Found>(
      `SELECT p.id, p.study_id, p.state, s.privacy_level, s.snapshot->>'title' AS study_title
       FROM research.participation p JOIN research.session s ON s.id = p.session_id
       WHERE p.session_id = $1 AND p.pseudonym = $2
         AND s.snapshot->'runtime'->>'kind' = 'external'`,
      [asked.session_id, Buffer.from(asked.participant, 'hex')],
    );
    const now = this.clock.now();
    if (!at) {
      const unknown: Returned = { result: 'refused', reason: 'unknown_participant', of: null };
      await asked.record(tx, unknown, now);
      return unknown;
    }
    const verdict = judgeReturn(asked.outcome, at.state);
    const state = verdict.result === 'done' ? await this.move(tx, asked, at.id) : at.state;
    const pseudonym = Buffer.from(asked.participant, 'hex');
    const tag = tagOf(this.secrets, asked.session_id, pseudonym);
    const { privacy_level, study_id, study_title } = at;
    const of = { tag, privacy_level, state, study_id, study_title };
    const returned: Returned = { ...verdict, of };
    await asked.record(tx, returned, now);
    return returned;
  }

  private async move(tx: Transaction, asked: Return, id: string): Promise<ParticipationState> {
    const { session_id, outcome, request_id } = asked;
    const [moved] = await runTransitions(
      tx,
      this,
      [
        {
          participation_id: id,
          session_id,
          action: actionOf[outcome],
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

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type {
  ReturnResponse,
  ReturnOutcome,
  ReturnChannel,
} from '../../contracts/external-returns/external-returns';
import { ExternalParticipationRead } from '../enrolment/participations/external-participation.read';
import {
  ApplyExternalReturns,
  type ExternalReturnResult,
} from '../enrolment/external-returns/return-participations';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import {
  equalsInConstantTime,
  outcomeOfCompletionCode,
  returnSignatureOf,
  serverTokenOf,
} from './external-proofs';
import { externalReturnsRateLimits } from './external-returns.rate-limits';
import { ExternalSecrets } from './external-secrets';
import { logReturn, outcomeReportedByServer } from './return-log';

interface Said {
  session: string;
  participant: string;
  outcome: ReturnOutcome;
}
/**
 * What proves that a return is genuine: a signature, the token of the study's server, or a typed
 * code.
 */
type Proof =
  | ({ way: 'redirect'; signature: string; reader: string | null } & Said)
  | ({ way: 'server'; token: string } & Said)
  | { way: 'code'; participation: string; accountId: string; code: string };

/** Handles a return: an external study reports the outcome of a participant (docs/domain.md, 6). */
export class AcceptReturn extends Command<ReturnResponse> {
  constructor(
    readonly proof: Proof,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AcceptReturn)
export class AcceptReturnHandler implements ICommandHandler<AcceptReturn> {
  constructor(
    private readonly source: DataSource,
    private readonly returns: ApplyExternalReturns,
    private readonly outside: ExternalParticipationRead,
    private readonly secrets: ExternalSecrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the proof of a return and applies the return. If a valid return changes nothing, the
   * response contains the current state. In an anonymous session, only the participant may learn
   * events of today from the response. The response to any other sender hides these events
   * (docs/decisions/participant-decisions.md).
   * @throws DomainError invalid_return_token, not_found, too_many_requests, unavailable
   */
  async execute({ proof, requestId }: AcceptReturn): Promise<ReturnResponse> {
    if (proof.way === 'code') return this.byCode(proof, requestId);
    const { way, session, participant, outcome } = proof;
    const secret = await this.secrets.find(session);
    if (proof.way === 'server') {
      if (secret === null || !equalsInConstantTime(proof.token, serverTokenOf(secret)))
        throw new DomainError('invalid_return_token');
    } else if (
      secret === null ||
      !equalsInConstantTime(proof.signature, returnSignatureOf(secret, proof))
    ) {
      // The log entry names no participant, because a wrong signature does not prove whom the
      // return is about.
      if (secret !== null) await this.refused(session, way, null, outcome, 'bad_signature');
      return { ...nothing, result: 'refused', reason: 'bad_signature', outcome };
    }
    const reader = proof.way === 'redirect' ? proof.reader : null;
    return this.accept({ session, participant, outcome }, way, reader, requestId);
  }

  private async byCode(
    { participation, accountId, code }: Proof & { way: 'code' },
    requestId: string,
  ): Promise<ReturnResponse> {
    const own = await this.outside.own(participation, accountId);
    // The attempt is counted before the code is compared. Otherwise, many simultaneous attempts
    // could be compared before the first one counts.
    await this.limit.consume(externalReturnsRateLimits.typedCode, participation);
    const secret = await this.secrets.find(own.session_id);
    const outcome = secret === null ? null : outcomeOfCompletionCode(secret, code);
    if (outcome === null) {
      await this.refused(own.session_id, 'code', own.tag, null, 'wrong_code');
      return { ...nothing, result: 'refused', reason: 'wrong_code', state: own.state };
    }
    await this.limit.refund(externalReturnsRateLimits.typedCode, participation);
    const said = { session: own.session_id, participant: own.participant, outcome };
    return this.accept(said, 'code', accountId, requestId);
  }

  private async accept(
    { session, participant, outcome }: Said,
    way: ReturnChannel,
    reader: string | null,
    requestId: string,
  ): Promise<ReturnResponse> {
    const { told } = await this.returns.accept({
      session_id: session,
      participant,
      outcome,
      request_id: requestId,
      reader,
      reported: (tx, tag, day) => outcomeReportedByServer(tx, session, tag, day),
      record: (tx, { result, reason, of, told }: ExternalReturnResult, now) =>
        logReturn(tx.manager, {
          session_id: session,
          tag: of?.tag ?? null,
          way,
          outcome,
          result,
          reason,
          told,
          now,
          to_the_moment: of !== null && of.privacy_level !== 'anonymous',
        }),
    });
    const { result, reason, of } = told;
    const { state = null, study_id = null, study_title = null } = of ?? {};
    return { result, reason, outcome, state, study_id, study_title };
  }

  private refused(
    session_id: string,
    way: ReturnChannel,
    tag: string | null,
    outcome: ReturnOutcome | null,
    reason: 'bad_signature' | 'wrong_code',
  ): Promise<void> {
    const now = this.clock.now();
    const what = { session_id, way, tag, outcome, reason, now } as const;
    return logReturn(this.source.manager, { ...what, result: 'refused', to_the_moment: false });
  }
}

const nothing = { outcome: null, state: null, study_id: null, study_title: null } as const;

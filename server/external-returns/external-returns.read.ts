import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Result } from '../../contracts/base/endpoint';
import type { ExternalReturns, readOwnExternal } from '../../contracts/external-returns';
import { externalUrl } from '../../contracts/external-url';
import { OutsideParticipationRead } from '../enrolment/participations/outside-participation.read';
import { codesOf, tokenOf } from './external-proofs';
import { ExternalSecrets } from './external-secrets';
import { arrivedReturns } from './return-log';

/** What both sides see of an external study: its link, what proves a return, what arrived. */
@Injectable()
export class ExternalReturnsRead {
  constructor(
    private readonly source: DataSource,
    private readonly outside: OutsideParticipationRead,
    private readonly secrets: ExternalSecrets,
  ) {}

  /** @throws DomainError not_found for a session that the account does not run */
  async ofSession(sessionId: string, accountId: string): Promise<ExternalReturns> {
    const session = await this.outside.mustRun(sessionId, accountId);
    const secret = await this.secrets.findOrMake(sessionId);
    const arrived = await arrivedReturns(this.source.manager, sessionId);
    return { ...session, secret, token: tokenOf(secret), codes: codesOf(secret), arrived };
  }

  /**
   * The link carries the pseudonym, and as `participation` what the roster shows: the tag in an
   * anonymous session, where the id is nobody's but the participant's.
   * @throws DomainError not_found
   */
  async own(participationId: string, accountId: string): Promise<Result<typeof readOwnExternal>> {
    const own = await this.outside.own(participationId, accountId);
    const { runtime, state, participant, study_id, session_id, tag } = own;
    const arrived = await arrivedReturns(this.source.manager, session_id, tag);
    if (runtime?.kind !== 'external' || state !== 'started') return { url: null, arrived };
    const participation = own.privacy_level === 'anonymous' ? tag : participationId;
    const values = { participant, study: study_id, session: session_id, participation };
    return { url: externalUrl(runtime.url, values, runtime.names), arrived };
  }
}

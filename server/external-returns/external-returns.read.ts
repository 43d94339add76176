import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EndpointResponseBody } from '../../contracts/base/endpoint';
import type {
  ExternalReturns,
  readExternalStudyLink,
} from '../../contracts/external-returns/external-returns';
import { participantUrl } from '../../contracts/studies/external-url';
import type { Person } from '../access/person';
import { ExternalParticipationRead } from '../enrolment/participations/external-participation.read';
import { eventsHiddenSince } from '../enrolment/model/state-of-day';
import { Clock } from '../platform/concurrency/clock';
import { completionCodesOf, serverTokenOf } from './external-proofs';
import { ExternalSecrets } from './external-secrets';
import { arrivedReturns } from './return-log';

type Reader = Pick<Person, 'account_id' | 'researcher_privilege'>;

/**
 * Reads what researchers and participants may see of an external study: its link, the secrets that
 * prove a return, and the returns that arrived.
 */
@Injectable()
export class ExternalReturnsRead {
  constructor(
    private readonly source: DataSource,
    private readonly outside: ExternalParticipationRead,
    private readonly secrets: ExternalSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the secrets of a session and the returns that arrived.
   * @throws DomainError as `ExternalParticipationRead.mustRun`
   */
  async ofSession(sessionId: string, person: Reader): Promise<ExternalReturns> {
    const { sees_names, ...session } = await this.outside.mustRun(sessionId, person.account_id);
    const secret = await this.secrets.findOrMake(sessionId);
    // To a researcher who may not learn names, every session is shown like an anonymous one, as on
    // the roster.
    const level =
      sees_names && person.researcher_privilege === true ? session.privacy_level : 'anonymous';
    const hidden = eventsHiddenSince(session.privacy_level, this.clock.now());
    const arrived = await arrivedReturns(this.source.manager, sessionId, { level, hidden });
    return {
      ...session,
      secret,
      token: serverTokenOf(secret),
      codes: completionCodesOf(secret),
      arrived,
    };
  }

  /**
   * Reads the participant's link to the external study. The link contains the pseudonym and a
   * parameter `participation`. This parameter is the participation's id, or, in an anonymous
   * session, the tag on the roster: there, only the participant may know the id.
   * @throws DomainError not_found
   */
  async own(
    participationId: string,
    accountId: string,
  ): Promise<EndpointResponseBody<typeof readExternalStudyLink>> {
    const own = await this.outside.own(participationId, accountId);
    const { runtime, state, participant, study_id, session_id, tag } = own;
    const arrived = await arrivedReturns(this.source.manager, session_id, { tag });
    if (runtime?.kind !== 'external' || state !== 'started') return { url: null, arrived };
    const participation = own.privacy_level === 'anonymous' ? tag : participationId;
    const values = { participant, study: study_id, session: session_id, participation };
    return { url: participantUrl(runtime.url, values, runtime.names), arrived };
  }
}

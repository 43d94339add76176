import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import type { EndpointInput } from '../../contracts/base/endpoint';
import type { makeApiToken } from '../../contracts/api-tokens/api-tokens';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { countApiTokens, insertApiToken } from '../access/api-tokens/api-tokens.store';
import { newApiToken, visibleApiTokenStart } from '../access/api-tokens/api-token-text';
import type { Caller } from '../access/caller';
import { hasProvenSecondFactor } from '../access/tokens.store';
import { Clock, days as daysOf, addMilliseconds } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { sha256 } from '../platform/security/secrets';
import { mayOnStudySql } from '../studies/study.policy';
import { apiTokensRateLimits } from './api-tokens.rate-limits';

export interface NewApiToken {
  id: string;
  token: string;
}

/** Creates an API token. Returns its id and the token itself, which no later response contains. */
export class MakeApiToken extends Command<NewApiToken> {
  constructor(
    readonly body: EndpointInput<typeof makeApiToken>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(MakeApiToken)
export class MakeApiTokenHandler implements ICommandHandler<MakeApiToken> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError too_many_requests, too_many_api_tokens, not_found if a study does not exist
   */
  async execute({ body, caller }: MakeApiToken): Promise<NewApiToken> {
    const { person, request_id: requestId } = caller;
    await this.limit.consume(apiTokensRateLimits.made, person.account_id);
    const id = timeOrderedId();
    const token = newApiToken();
    const study_ids = body.study_ids && [...new Set(body.study_ids)];
    await this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        // The lock makes concurrent requests run one after the other, so that they cannot exceed
        // the limit together.
        const account = await lockAccountRow(tx, person.account_id, 'no key update', 'responsible');
        // If the caller's sign-in was ended in the meantime, it must not create a token.
        if (!account?.is_researcher || (await hasProvenSecondFactor(tx, person)) === undefined)
          throw new DomainError('unauthenticated');
        if ((await countApiTokens(tx, person.account_id, now)) >= apiTokensLimits.apiTokens)
          throw new DomainError('too_many_api_tokens');
        if (study_ids) await this.mustRead(tx, study_ids, person.account_id);
        await insertApiToken(
          tx,
          {
            id,
            account_id: person.account_id,
            name: body.name,
            start: visibleApiTokenStart(token),
            hash: sha256(token),
            scopes: [...new Set(body.scopes)],
            study_ids,
            expires_at: addMilliseconds(now, daysOf(body.days)),
          },
          now,
        );
        tx.record('api-tokens.token-made', { account_id: person.account_id, token_id: id });
        await tx.audit(
          'api-token-created',
          {
            actor: person.account_id,
            details: { api_token_id: id, scopes: body.scopes.join(' '), days: body.days },
          },
          now,
        );
      },
      { requestId },
    );
    return { id, token };
  }

  private async mustRead(tx: Transaction, studies: readonly string[], accountId: string) {
    const readable = await tx.query(
      `SELECT 1 FROM research.study_profile st
       WHERE st.id = ANY($1::uuid[]) AND ${mayOnStudySql('read', 'st', '$2')}`,
      [studies, accountId],
    );
    if (readable.length < studies.length) throw new DomainError('not_found');
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Access, TokenRequirement } from '../../../contracts/base/access';
import { Id } from '../../../contracts/base/fields';
import { CAPABILITIES } from '../../platform/capabilities-token';
import type { Capabilities } from '../../platform/context/capabilities';
import { DomainError } from '../../platform/errors/errors';
import type { HttpRequest } from '../../platform/http/request';
import { RateLimit } from '../../platform/security/rate-limit';
import { accessRateLimits } from '../access.rate-limits';
import type { Person } from '../person';
import { ApiTokenRead, type ApiTokenWithAccount } from './api-token.read';
import { collectStudyLookups, type StudyBoundObjectKind, type StudyLookup } from './token-routes';

const ofPath = z.object({ id: Id });
const ofQuery = z.object({ study: Id });

/**
 * Checks a request with an API token (docs/decisions/api-tokens-and-webhooks.md). The token acts as
 * the researcher to whom it belongs, within its scopes and its studies, on the routes that accept
 * tokens.
 */
@Injectable()
export class ApiTokenGate {
  private readonly studyOf: ReadonlyMap<StudyBoundObjectKind, StudyLookup>;

  /**
   * @throws Error, which stops the server's start, if a call accepts API tokens against the rules
   *   of `collectStudyLookups`
   */
  constructor(
    private readonly tokens: ApiTokenRead,
    private readonly limit: RateLimit,
    private readonly source: DataSource,
    @Inject(CAPABILITIES) capabilities: Capabilities,
  ) {
    this.studyOf = collectStudyLookups(capabilities);
  }

  /**
   * Finds the researcher to whom an API token belongs, and checks that the token may make this
   * request.
   * @returns undefined if the token is not valid
   * @throws DomainError too_many_requests, token_not_accepted, scope_missing, token_bound,
   * forbidden
   */
  async personBy(token: string, access: Access, request: HttpRequest): Promise<Person | undefined> {
    const presented = await this.tokens.byText(token);
    if (!presented) return undefined;
    await this.limit.consume(accessRateLimits.apiToken, presented.id);
    const { token: use } = access;
    if (!use) throw new DomainError('token_not_accepted');
    if (!presented.scopes.includes(use.scope))
      throw new DomainError('scope_missing', { scope: use.scope }, { scope: use.scope });
    // The token is refused if its account does not belong to a researcher any more.
    if (!presented.person.is_researcher) throw new DomainError('forbidden');
    if (!(await this.isWithin(presented, use, request))) throw new DomainError('token_bound');
    if (use.scope === 'export' && !use.uncounted)
      await this.limit.consume(accessRateLimits.apiTokenExport, presented.person.account_id);
    return presented.person;
  }

  private async isWithin(
    { study_ids }: ApiTokenWithAccount,
    { study }: TokenRequirement,
    { params, query }: HttpRequest,
  ): Promise<boolean> {
    if (study_ids === null) return true;
    if (study === null) return false;
    const asked =
      study === 'query' ? ofQuery.safeParse(query).data?.study : ofPath.safeParse(params).data?.id;
    if (asked === undefined) return false;
    const found = study === 'query' ? asked : await this.studyOf.get(study)?.(this.source, asked);
    return found !== undefined && study_ids.includes(found.toLowerCase());
  }
}

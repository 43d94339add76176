import { Controller, Header, Inject, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { samlMetadata, samlResponse } from '../../../contracts/base/non-json-operations';
import { redeemSamlCode, readSamlRedirectUrl } from '../../../contracts/authentication/saml';
import { CONFIG, type Config } from '../../config';
import { codeOfError } from '../../platform/errors/errors';
import { redactError } from '../../platform/observability/redact-error';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { VisitorParam, type Visitor } from '../../access/caller';
import { BeginSignOn } from './begin-sign-on.command';
import { FinishSignOn, type SignOnResult } from './finish-sign-on.command';
import { RedeemCode } from './redeem-code.command';
import { SamlStrategy } from './saml.strategy';

/**
 * The two endpoints for single sign-on of docs/specification.md, 7, and the two addresses that
 * identity providers use.
 */
@Controller()
export class SamlController {
  constructor(
    private readonly commands: CommandBus,
    private readonly strategy: SamlStrategy,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Uses only the domain of the address, so neither the response nor its duration reveals whether
   * the address has an account.
   */
  @Handles(readSamlRedirectUrl)
  async begin(
    { query }: EndpointInput<typeof readSamlRedirectUrl>,
    @VisitorParam() { ip, request_id }: Visitor,
  ) {
    return {
      redirect_url: await this.commands.execute(
        new BeginSignOn({ email: query.user_email }, query.fresh ?? false, ip, request_id),
      ),
    };
  }

  @Handles(redeemSamlCode)
  async redeem(
    { query }: EndpointInput<typeof redeemSamlCode>,
    @VisitorParam() { request_id }: Visitor,
  ) {
    return {
      token: await this.commands.execute(new RedeemCode(query.saml_access_code ?? '', request_id)),
      token_issuer: 'ssoready' as const,
    };
  }

  @Serves(samlMetadata)
  @Header('Content-Type', 'application/samlmetadata+xml; charset=utf-8')
  metadata(): Promise<string> {
    return this.strategy.metadata();
  }

  /**
   * Receives the provider's response, which the browser posts here (SAML bindings, 3.5), and
   * redirects the browser to the web app in every case. By design the form comes from another site;
   * two things protect against forgery: the response must answer a pending request, and the web app
   * remembers the `state`. If the form is too large, its body is missing and the sign-on is
   * refused.
   */
  @Serves(samlResponse, { form: { maxBytes: authenticationLimits.samlResponseForm } })
  async consume(
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
    @VisitorParam() { ip, request_id }: Visitor,
  ): Promise<void> {
    const given =
      request.body instanceof URLSearchParams ? request.body.getAll('SAMLResponse') : [];
    const to = await this.commands
      .execute(new FinishSignOn(given.length === 1 ? (given[0] ?? '') : '', ip, request_id))
      .then(
        (end) => pageAfter(end, request_id),
        (error: unknown) => {
          const code = codeOfError(error);
          if (httpStatusOf(code) >= 500)
            this.log.error({ request_id, err: redactError(error) }, 'request failed');
          return pageOfError(code, request_id);
        },
      );
    void reply.status(303).header('Location', `${this.config.publicWebUrl}${to}`);
  }
}

/**
 * Returns the address of the web app's page that shows an error. The page also shows the request
 * id, under which the log contains the reason, so that people can quote it.
 */
const pageOfError = (code: ErrorCode, requestId: string, about: 'person' | 'start' | null = null) =>
  `/signin/sso?${new URLSearchParams({
    error: code,
    request_id: requestId,
    ...(about && { about }),
  }).toString()}`;

function pageAfter(end: SignOnResult, requestId: string): string {
  if (end.kind === 'refused') return pageOfError(end.code, requestId, end.about);
  if (end.kind === 'tested')
    return `/admin/sso?${new URLSearchParams({
      tested: end.connection_id,
      ...(end.is_waiting && { of: 'waiting' }),
    }).toString()}`;
  return `/signin/sso?${new URLSearchParams({ saml_access_code: end.code, state: end.state }).toString()}`;
}

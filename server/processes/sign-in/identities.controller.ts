import { mustBeAllowedToLink } from '../../authentication/sign-ins/sign-in.policy';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  finishOidc,
  linkIdentity,
  readSignInMethods,
  startOidc,
  unlinkIdentity,
} from '../../../contracts/authentication/identities';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { AccountRead } from '../../authentication/account.read';
import { signInResponseFields } from '../../authentication/complete-sign-in';
import { LinkIdentity } from '../../authentication/link-identity.command';
import { FinishOidc } from './finish-oidc.command';
import { StartOidc } from './start-oidc.command';
import { SignInMethodsRead } from '../../authentication/sign-in-methods.read';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../../access/caller';
import { mustHaveSignedInRecently } from '../../access/recent-sign-in';
import { UnlinkIdentity } from '../../authentication/unlink-identity.command';

@Controller()
export class IdentitiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
    private readonly methods: SignInMethodsRead,
    private readonly clock: Clock,
  ) {}

  @Handles(readSignInMethods)
  signInMethods(_: EndpointInput<typeof readSignInMethods>) {
    return this.methods.all();
  }

  /**
   * Starts a sign-in, or links an identity to the account that the caller is signed in to. A caller
   * who is signed in may also start a sign-in: it may lead to another account.
   */
  @Handles(startOidc)
  start(
    { params, body }: EndpointInput<typeof startOidc>,
    @VisitorParam() { person, ip, request_id }: Visitor,
  ) {
    if (body.purpose === 'sign-in')
      return this.commands.execute(new StartOidc(params.provider, body, null, ip, request_id));
    if (!person) throw new DomainError('unauthenticated');
    mustBeAllowedToLink(person, params.provider);
    mustHaveSignedInRecently({ person }, this.clock.now());
    if (person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
    return this.commands.execute(
      new StartOidc(params.provider, body, person.account_id, ip, request_id),
    );
  }

  @Handles(finishOidc)
  async finish(
    { params: { provider }, body }: EndpointInput<typeof finishOidc>,
    @VisitorParam() { person, language, device, ip, request_id }: Visitor,
  ) {
    const browser = { accountId: person?.account_id ?? null, language, device, ip };
    const finished = await this.commands.execute(
      new FinishOidc(provider, { flowKey: body.flow_key, query: body.query }, browser, request_id),
    );
    if (finished.outcome === 'proof_needed')
      return {
        outcome: finished.outcome,
        provider,
        email: finished.email,
        link_token: finished.link_token,
        expires_at: finished.expires_at.toISOString(),
      };
    if (finished.outcome === 'linked')
      return { outcome: finished.outcome, user: await this.user(finished.account_id) };
    return {
      outcome: finished.outcome,
      user: {
        ...(await this.user(finished.issued.account_id)),
        ...signInResponseFields(finished.issued),
      },
    };
  }

  @Handles(linkIdentity)
  async link(
    { body: { provider, token } }: EndpointInput<typeof linkIdentity>,
    @CallerParam() caller: Caller,
    @VisitorParam() { ip }: Visitor,
  ) {
    mustBeAllowedToLink(caller.person, provider);
    mustHaveSignedInRecently(caller, this.clock.now());
    await this.commands.execute(
      new LinkIdentity(caller.person.account_id, provider, token, ip, caller.request_id),
    );
    return this.user(caller.person.account_id);
  }

  @Handles(unlinkIdentity)
  async unlink(
    { body: { provider } }: EndpointInput<typeof unlinkIdentity>,
    @CallerParam() caller: Caller,
  ) {
    mustHaveSignedInRecently(caller, this.clock.now());
    const { account_id, token_id } = caller.person;
    await this.commands.execute(
      new UnlinkIdentity(account_id, token_id, provider, caller.request_id),
    );
    return this.user(account_id);
  }

  /**
   * Reads the account for the response.
   * @throws DomainError unauthenticated for an account that was erased during the request.
   */
  private async user(id: string) {
    const user = await this.accounts.user(id);
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }
}

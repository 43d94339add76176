import { processesRateLimits } from '../processes.rate-limits';
import { mayReadAccount } from '../../accounts/account.policy';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  changeProfile,
  deleteAccount,
  findUsers,
  readProfile,
  readPublicProfile,
  readUser,
  register,
  type User,
} from '../../../contracts/accounts/accounts';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { DomainError } from '../../platform/errors/errors';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { AccountRead } from '../../authentication/account.read';
import { ActivateAccount } from '../registration/activate.command';
import { ChangeProfile } from './change-profile.command';
import { signInResponseFields } from '../../authentication/complete-sign-in';
import { PeopleRead } from './people.read';
import { PublicProfileRead } from './public-profile.read';
import { Register } from '../registration/register.command';
import { RequestDeletion } from './request-deletion.command';
import { RequestVerification } from '../../accounts/request-verification.command';
import { KnownPlaces } from '../../authentication/known-places/known-places';
import {
  BrowserCookieParam,
  type BrowserCookie,
} from '../../authentication/known-places/the-browser';
import { SignIn } from '../../authentication/password/sign-in.command';
import { SignInWithToken } from '../sign-in/sign-in-with-token.command';
import { SignOut } from '../../authentication/sign-ins/sign-out.command';
import {
  CallerParam,
  CredentialsParam,
  IdentityTokenParam,
  VisitorParam,
  type Caller,
  type BasicCredentials,
  type Visitor,
} from '../../access/caller';

@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
    private readonly people: PeopleRead,
    private readonly publicProfiles: PublicProfileRead,
    private readonly limit: RateLimit,
    private readonly places: KnownPlaces,
  ) {}

  @Handles(register)
  register({ body }: EndpointInput<typeof register>, @VisitorParam() visitor: Visitor) {
    return this.commands.execute(
      new Register(body, visitor.language, visitor.ip, visitor.request_id, visitor.hasLeft),
    );
  }

  @Handles(readProfile)
  async profile(
    { query }: EndpointInput<typeof readProfile>,
    @VisitorParam() visitor: Visitor,
    @CredentialsParam() credentials: BasicCredentials | null | undefined,
    @IdentityTokenParam() token: string,
    @BrowserCookieParam() browser: BrowserCookie,
  ) {
    if (query.token_issuer === undefined && credentials === undefined)
      return this.user(visitor.person?.account_id);
    const signedIn = await this.commands.execute(
      this.signIn(query, { ...visitor, cookie: browser.sent }, credentials ?? null, token),
    );
    const user = await this.user(signedIn.account_id);
    await this.places.remember({ ...user, id: user._id }, visitor.ip, browser, false);
    return { ...user, ...signInResponseFields(signedIn) };
  }

  /** Signs in by an issuer's token, or by a password. */
  private signIn(
    { token_issuer, ...query }: EndpointInput<typeof readProfile>['query'],
    { device, ip, cookie, hasLeft, language, request_id }: Visitor & { cookie: string | undefined },
    credentials: BasicCredentials | null,
    token: string,
  ): SignInWithToken | SignIn {
    const way = { remembered: query.remember ?? false, device };
    if (token_issuer === undefined) {
      if (credentials === null) throw new DomainError('invalid_credentials');
      return new SignIn(credentials, way, { ip, cookie, hasLeft }, request_id);
    }
    const newcomer = {
      is_researcher: query.is_researcher ?? false,
      invitation_code: query.invitation_code ?? null,
      language,
    };
    return new SignInWithToken(token_issuer, token, newcomer, way, ip, request_id);
  }

  @Handles(changeProfile)
  async change(
    { body }: EndpointInput<typeof changeProfile>,
    @VisitorParam() visitor: Visitor,
    @BrowserCookieParam() browser: BrowserCookie,
  ) {
    const { person, ip, request_id } = visitor;
    if (body.action === 'activate')
      return replyWithStatus(200, await this.activate(body, visitor, browser));
    if (body.action === 'remove-token') {
      await this.commands.execute(new SignOut(body.token, person?.account_id ?? null, request_id));
      return replyWithStatus(204);
    }
    if (!person) throw new DomainError('unauthenticated');
    if (body.action === 'email-verify') {
      await this.commands.execute(new RequestVerification(person.account_id, ip, request_id));
      return replyWithStatus(202);
    }
    const { action: _, ...changes } = body;
    await this.commands.execute(new ChangeProfile(person.account_id, changes, request_id));
    return replyWithStatus(200, await this.user(person.account_id));
  }

  private async activate(
    { key, browser_secret: secret }: { key: string; browser_secret?: string | undefined },
    { person, ip, device, request_id }: Visitor,
    browser: BrowserCookie,
  ) {
    const { account_id, entered } = await this.commands.execute(
      new ActivateAccount(key, person?.account_id ?? null, { secret, device }, request_id),
    );
    const user = await this.user(account_id);
    if (!entered) return user;
    await this.places.remember({ ...user, id: user._id }, ip, browser, false);
    return { ...user, ...signInResponseFields(entered) };
  }

  @Handles(deleteAccount)
  async delete(
    _: EndpointInput<typeof deleteAccount>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const deletionAt = await this.commands.execute(
      new RequestDeletion(person.account_id, { tokenId: person.token_id }, request_id),
    );
    return { deletion_at: deletionAt.toISOString() };
  }

  @Handles(findUsers)
  async find({ query }: EndpointInput<typeof findUsers>, @CallerParam() { person }: Caller) {
    const isAdministrator = person.role === 'ADMINISTRATOR';
    await this.limit.consume(processesRateLimits.peopleSearch, person.account_id);
    return this.people.find({ ...query, askedBy: isAdministrator ? null : person.account_id });
  }

  @Handles(readPublicProfile)
  async publicProfile({ params }: EndpointInput<typeof readPublicProfile>) {
    const profile = await this.publicProfiles.byId(params.id);
    if (!profile) throw new DomainError('not_found');
    return profile;
  }

  @Handles(readUser)
  async read({ params }: EndpointInput<typeof readUser>, @CallerParam() { person }: Caller) {
    const user = mayReadAccount(person, params.id)
      ? await this.accounts.user(params.id)
      : undefined;
    if (!user) throw new DomainError('not_found');
    return user;
  }

  /**
   * Reads the account for the response.
   * @throws DomainError unauthenticated if there is no account, or if it was erased during the
   * request
   */
  private async user(id: string | undefined): Promise<User> {
    const user = id === undefined ? undefined : await this.accounts.user(id);
    if (!user) throw new DomainError('unauthenticated');
    return user;
  }
}

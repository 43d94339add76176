import { Controller, HttpCode, Inject, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  changeNoticePreferences,
  readNoticePreferences,
  unsubscribe,
} from '../../contracts/notices/notices';
import { unsubscribeLink, unsubscribeOneClick } from '../../contracts/notices/unsubscribe-links';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../access/caller';
import { CONFIG, type Config } from '../config';
import { Handles } from '../platform/http/handles';
import { Serves } from '../platform/http/operation';
import type { HttpReply } from '../platform/http/request';
import { ChangePreferences } from './change-preferences.command';
import { NoticePreferencesRead } from './preferences.store';
import { Unsubscribe } from './unsubscribe.command';

/**
 * The form that a mail service posts: `List-Unsubscribe=One-Click`, and any fields that the service
 * adds.
 */
const oneClickForm = { maxBytes: 10_000 };

@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly preferences: NoticePreferencesRead,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(readNoticePreferences)
  read(_: EndpointInput<typeof readNoticePreferences>, @CallerParam() { person }: Caller) {
    return this.preferences.of(person.account_id);
  }

  @Handles(changeNoticePreferences)
  async change(
    { body }: EndpointInput<typeof changeNoticePreferences>,
    @CallerParam() { person: { account_id }, request_id }: Caller,
  ) {
    await this.commands.execute(new ChangePreferences(account_id, body, request_id));
    return this.preferences.of(account_id);
  }

  @Handles(unsubscribe)
  async unsubscribe(
    { body: { token } }: EndpointInput<typeof unsubscribe>,
    @VisitorParam() { request_id }: Visitor,
  ) {
    return { kind: await this.commands.execute(new Unsubscribe(token, request_id)) };
  }

  /**
   * A GET changes nothing, because mail scanners open links. It redirects every request to the same
   * page, and passes the token in the fragment after `#`, which browsers do not send to a server.
   */
  @Serves(unsubscribeLink)
  ask(@Param('token') token: string, @Res({ passthrough: true }) reply: HttpReply): void {
    void reply
      .status(303)
      .header('Location', `${this.config.publicWebUrl}/unsubscribe#${encodeURIComponent(token)}`);
  }

  /**
   * The body is ignored: the signed address alone authorizes the request, which can only switch off
   * one kind of notification.
   */
  @Serves(unsubscribeOneClick, { form: oneClickForm })
  @HttpCode(204)
  async oneClick(
    @Param('token') token: string,
    @VisitorParam() { request_id }: Visitor,
  ): Promise<void> {
    await this.commands.execute(new Unsubscribe(token, request_id));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { noticeKinds, type NoticeKind } from '../../contracts/notices/notices';
import type { DomainEvent, EventName } from '../../contracts/base/events';
import { CAPABILITIES } from '../platform/capabilities-token';
import type { Capabilities } from '../platform/context/capabilities';
import type { EventConsumer } from '../platform/messaging/consumer';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { IdentityLinkReadPool } from '../platform/db/link-reads';
import {
  combineMailAdditionReaders,
  type MailReaction,
  type MailDependencies,
  type MailSource,
} from '../platform/messaging/mail-source';
import {
  NOTICE_PREFERENCE_LOOKUP,
  type NoticePreferenceLookup,
} from '../platform/messaging/notice-gate';
import { Secrets } from '../platform/security/secrets';
import { MailSender } from './mail-sender';

interface MailOfEvent {
  template: string;
  notice: NoticeKind | undefined;
  requestsOf: MailReaction<EventName>;
}

/** Sends the mails that all contexts declare (docs/domain.md, 11). */
@Injectable()
export class MailConsumer implements EventConsumer {
  readonly name = 'mail';
  readonly concurrency = 5;
  readonly batch = 100;
  readonly on: EventConsumer['on'];
  private readonly services: MailDependencies;

  constructor(
    @Inject(CAPABILITIES) capabilities: Capabilities,
    private readonly mailSender: MailSender,
    db: DataSource,
    links: IdentityLinkReadPool,
    secrets: Secrets,
    clock: Clock,
    @Inject(NOTICE_PREFERENCE_LOOKUP) notices: NoticePreferenceLookup,
    @Inject(CONFIG) config: Config,
  ) {
    this.services = {
      db,
      links,
      secrets,
      clock,
      from: config.mailFrom,
      web: config.publicWebUrl,
      zoneOf: (accountId) => notices.zoneOf(accountId),
      enclose: combineMailAdditionReaders(capabilities.mailSources),
    };
    this.on = Object.fromEntries(
      [...mailsByEvent(capabilities.mailSources, capabilities.events)].map(([name, mails]) => [
        name,
        (event: DomainEvent) => settled(mails.map((mail) => this.send(mail, event))),
      ]),
    );
  }

  private async send(
    { template, notice, requestsOf }: MailOfEvent,
    event: DomainEvent,
  ): Promise<void> {
    const requests = await requestsOf(event, this.services);
    await settled(
      requests.map((request) => this.mailSender.deliver({ ...request, event, template, notice })),
    );
  }
}

/**
 * Lists the mails of all contexts, by the event to which they react.
 * @throws Error when the program starts, if
 * - two mails have the same template,
 * - a mail reacts to no event, or to an event that does not exist, and so would never be sent, or
 * - a mail declares a kind of notification that does not exist, so that no person could switch it
 *   off
 */
export function mailsByEvent(
  sources: readonly MailSource[],
  events: ReadonlyMap<EventName, unknown>,
): Map<EventName, MailOfEvent[]> {
  const isEvent = (name: string): name is EventName => events.has(name as EventName);
  const owners = new Map<string, string>();
  const byEvent = new Map<EventName, MailOfEvent[]>();
  for (const { context, mails } of sources)
    for (const { template, notice, on } of mails) {
      const other = owners.get(template);
      if (other !== undefined)
        throw new Error(`the mail ${template} is declared twice: by ${other} and by ${context}`);
      owners.set(template, context);
      if (notice !== undefined && !noticeKinds.includes(notice))
        throw new Error(
          `the mail ${template} of ${context} is a notice of the kind ${String(notice)}, which does not exist`,
        );
      if (Object.keys(on).length === 0)
        throw new Error(`the mail ${template} of ${context} reacts to no event`);
      for (const name of Object.keys(on)) {
        if (!isEvent(name))
          throw new Error(
            `the mail ${template} of ${context} reacts to ${name}, which no context declares`,
          );
        const requestsOf = on[name] as MailReaction<EventName>;
        byEvent.set(name, [...(byEvent.get(name) ?? []), { template, notice, requestsOf }]);
      }
    }
  return byEvent;
}

/**
 * Waits for all deliveries, so that a failed mail does not stop the others.
 * @throws the first failure, so that the job runs again; mails that were sent are not sent again
 */
async function settled(deliveries: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(deliveries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

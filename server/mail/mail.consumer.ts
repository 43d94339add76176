import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../contracts/base/events';
import { CAPABILITIES, type Capabilities } from '../platform/capabilities';
import type { Consumer } from '../platform/messaging/consumer';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { MailServices } from '../platform/messaging/mail-source';
import { Secrets } from '../platform/security/secrets';
import { MailSender } from './mail-sender';
import { mailsByEvent, type MailOfEvent } from './mails-by-event';

/** Sends the mails that the contexts declare (docs/domain.md, 11). */
@Injectable()
export class MailConsumer implements Consumer {
  readonly name = 'mail';
  readonly concurrency = 5;
  readonly on: Consumer['on'];
  private readonly services: MailServices;

  constructor(
    @Inject(CAPABILITIES) capabilities: Capabilities,
    private readonly mailSender: MailSender,
    db: DataSource,
    unitOfWork: UnitOfWork,
    secrets: Secrets,
    clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.services = { db, unitOfWork, secrets, clock, web: config.publicWebUrl };
    this.on = Object.fromEntries(
      [...mailsByEvent(capabilities.mailSources, capabilities.events)].map(([name, mails]) => [
        name,
        (event: DomainEvent) => settled(mails.map((mail) => this.send(mail, event))),
      ]),
    );
  }

  private async send({ template, requestsOf }: MailOfEvent, event: DomainEvent): Promise<void> {
    const requests = await requestsOf(event, this.services);
    await settled(
      requests.map((request) => this.mailSender.deliver({ ...request, event, template })),
    );
  }
}

/**
 * Waits for all, so that one mail that fails stops none of the others.
 * @throws the first failure, so that the job runs again; mails that are out are not sent again.
 */
async function settled(deliveries: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(deliveries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

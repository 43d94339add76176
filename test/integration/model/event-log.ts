import { DataSource } from 'typeorm';
import type { EventName } from '../../../contracts/base/events';
import { capabilities } from '../../../server/contexts';
import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import {
  combineMailAdditionReaders,
  type AddressedMail,
} from '../../../server/platform/messaging/mail-source';
import {
  NOTICE_PREFERENCE_LOOKUP,
  type NoticePreferenceLookup,
} from '../../../server/platform/messaging/notice-gate';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';

interface Event {
  id: string;
  name: EventName;
  data: { participation_id?: string };
}
type Reaction = (
  event: object,
  services: object,
) => Promise<{ write: () => Promise<AddressedMail | null> }[]>;

const before = '00000000-0000-0000-0000-000000000000';

/** Records the events of participations and the mails that follow, in their order. */
export class EventLog {
  readonly events = new Map<string, string[]>();
  readonly mails = new Map<string, string[]>();
  private readonly content = new Map<string, { template: string; mail: AddressedMail }[]>();
  /** The mails to addresses other than the participant's. */
  readonly wrong: string[] = [];
  private last = before;

  private constructor(
    private readonly run: RunningApp,
    private readonly sessions: readonly string[],
  ) {}

  /** Makes a log of the events from this moment on. */
  static async of(run: RunningApp, sessions: readonly string[]): Promise<EventLog> {
    const told = new EventLog(run, sessions);
    const [newest]: { id: string }[] = await run.source.query(
      'SELECT id FROM platform.outbox ORDER BY id DESC LIMIT 1',
    );
    told.last = newest?.id ?? before;
    return told;
  }

  /**
   * Reads the events since the last call, and writes their mails as the workers would at this
   * moment.
   * @param addressOf the address of a participant, to check the recipient
   */
  async read(addressOf: (participation: string) => string | undefined): Promise<void> {
    const rows: Event[] = await this.run.source.query(
      `SELECT id, name, data FROM platform.outbox
       WHERE id > $1 AND data ? 'participation_id' AND data->>'session_id' = ANY($2::text[])
       ORDER BY id`,
      [this.last, this.sessions],
    );
    for (const event of rows) {
      const participation = event.data.participation_id ?? '';
      this.last = event.id;
      push(this.events, participation, event.name);
      for (const { template, mail } of await this.mailsOf(event)) {
        const isTheirs = mail.to.address === addressOf(participation);
        const named = isTheirs ? template : `${template} to ${mail.to.address}`;
        if (!isTheirs) this.wrong.push(named);
        push(this.mails, participation, named);
        push(this.content, participation, { template, mail });
      }
    }
  }

  /** The written mails themselves. */
  written(participation: string): AddressedMail[] {
    return (this.content.get(participation) ?? []).map(({ mail }) => mail);
  }

  /** The calendar files of the mails, in their order. */
  files(participation: string): { template: string; ics: string }[] {
    return (this.content.get(participation) ?? []).flatMap(({ template, mail }) =>
      mail.attachment ? [{ template, ics: mail.attachment.content }] : [],
    );
  }

  private async mailsOf({ id, name, data }: Event) {
    const { app, clock } = this.run;
    const services = {
      db: app.get(DataSource),
      links: app.get(IdentityLinkReadPool),
      unitOfWork: app.get(UnitOfWork),
      secrets: app.get(Secrets),
      clock,
      from: this.run.config.mailFrom,
      web: 'http://web.test',
      zoneOf: (account: string) =>
        app.get<NoticePreferenceLookup>(NOTICE_PREFERENCE_LOOKUP).zoneOf(account),
      enclose: combineMailAdditionReaders(capabilities.mailSources),
    };
    const written: { template: string; mail: AddressedMail }[] = [];
    for (const { template, on } of capabilities.mailSources.flatMap(({ mails }) => mails)) {
      const reaction = on[name] as Reaction | undefined;
      const requests = await reaction?.({ id, name, at: '', request_id: null, data }, services);
      for (const { write } of requests ?? []) {
        const mail = await write();
        if (mail) written.push({ template, mail });
      }
    }
    return written;
  }
}

const push = <Value>(to: Map<string, Value[]>, key: string, value: Value) =>
  to.set(key, [...(to.get(key) ?? []), value]);

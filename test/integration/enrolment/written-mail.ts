import { DataSource } from 'typeorm';
import type { EventName } from '../../../contracts/base/events';
import { capabilities } from '../../../server/contexts';
import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import {
  combineMailAdditionReaders,
  type AddressedMail,
  type MailSource,
} from '../../../server/platform/messaging/mail-source';
import {
  NOTICE_PREFERENCE_LOOKUP,
  type NoticePreferenceLookup,
} from '../../../server/platform/messaging/notice-gate';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import type { RecruitingStudy } from '../../support/people/recruiting';

/**
 * Writes the email about a participation as the workers would now.
 * @returns null if it would not be sent
 */
export async function writeParticipationMail(
  run: RunningApp,
  { mails }: MailSource,
  template: string,
  name: EventName & (`enrolment.${string}` | `slots.${string}`),
  { session_id, study_id }: Pick<RecruitingStudy, 'session_id' | 'study_id'>,
  participation_id: string,
  more: object = {},
): Promise<AddressedMail | null> {
  const reaction = mails.find((mail) => mail.template === template && name in mail.on)?.on[name] as
    | ((
        event: object,
        services: object,
      ) => Promise<{ write: () => Promise<AddressedMail | null> }[]>)
    | undefined;
  const data = { participation_id, session_id, study_id, ...more };
  const [mail] =
    (await reaction?.(
      { id: participation_id, name, at: '', request_id: null, data },
      {
        db: run.app.get(DataSource),
        links: run.app.get(IdentityLinkReadPool),
        unitOfWork: run.app.get(UnitOfWork),
        secrets: run.app.get(Secrets),
        clock: run.clock,
        from: run.config.mailFrom,
        web: 'http://web.test',
        zoneOf: (account: string) =>
          run.app.get<NoticePreferenceLookup>(NOTICE_PREFERENCE_LOOKUP).zoneOf(account),
        enclose: combineMailAdditionReaders(capabilities.mailSources),
      },
    )) ?? [];
  if (!mail) throw new Error(`no mail ${template} at ${name}`);
  return mail.write();
}

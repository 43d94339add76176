import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import type { MailDependencies } from '../../../server/platform/messaging/mail-source';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from './launch-app';

/**
 * Makes the services that write a mail, for a test that writes a mail itself. In them, people have
 * set no time zone, and mails have no attachments.
 */
export const mailServicesOf = (
  run: RunningApp,
  clock: MailDependencies['clock'],
): MailDependencies => ({
  db: run.source,
  links: run.app.get(IdentityLinkReadPool, { strict: false }),
  secrets: run.app.get(Secrets, { strict: false }),
  clock,
  from: 'Commonlab <no-reply@mail.test>',
  web: 'https://web.test',
  zoneOf: () => Promise.resolve(null),
  enclose: () => Promise.resolve(undefined),
});

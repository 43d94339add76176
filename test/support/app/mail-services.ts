import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import type { MailDependencies } from '../../../server/platform/messaging/mail-source';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from './launch-app';

/**
 * Makes the services that write a mail, for a test that writes a mail itself. For these services,
 * no person has a time zone, and no mail has an attachment.
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

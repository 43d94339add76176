import { IdentityLinkReadPool } from '../../../server/platform/db/link-reads';
import type { MailDependencies } from '../../../server/platform/messaging/mail-source';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from './launch-app';

/**
 * The services with which a mail is written, for a test that writes one itself: people have set no time zone,
 * and nothing is enclosed.
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

import {
  verificationMail,
  type UnverifiedEmailProvider,
} from '../../accounts/mails/verification.mail';
import { defineMails, type MailDependencies } from '../../platform/messaging/mail-source';
import { signInMethodAddedMail } from './sign-in-method-added.mail';

async function unprovenProviderOf(
  accountId: string,
  { db }: MailDependencies,
): Promise<UnverifiedEmailProvider | null> {
  const [row]: { provider: UnverifiedEmailProvider }[] = await db.query(
    `SELECT i.provider FROM identity.identity i
     WHERE i.account_id = $1 AND i.unproven AND i.provider IN ('google', 'microsoft') LIMIT 1`,
    [accountId],
  );
  return row?.provider ?? null;
}

export const authenticationMails = defineMails(
  'authentication',
  verificationMail(unprovenProviderOf),
  signInMethodAddedMail,
);

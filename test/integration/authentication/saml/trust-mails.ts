import { ssoTrustMails } from '../../../../server/authentication/saml/mails/sso-trust.mail';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';

type On = (
  event: object,
  services: object,
) => Promise<
  {
    accountId: string;
    write: () => Promise<{ content: { subject: string; text: string } } | null>;
  }[]
>;

/**
 * Renders the mail that an administrator gets. @param data the data of the event, without the
 * connection
 */
export async function renderSsoTrustMail(
  { source, app }: RunningApp,
  template: 'sso-trust-asked' | 'sso-trust-in-force' | 'sso-enabled',
  data: { connection_id: string; change_id?: string },
  who: TestPerson,
) {
  const on = ssoTrustMails.mails.find((m) => m.template === template)?.on as Record<string, On>;
  const mails = await on[`identity.${template}`]?.(
    { id: data.connection_id, name: `identity.${template}`, data },
    {
      db: source,
      unitOfWork: app.get(UnitOfWork),
      secrets: app.get(Secrets),
      web: 'http://web.test',
    },
  );
  return mails?.find(({ accountId }) => accountId === who._id)?.write();
}

import { written } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { isAdministrator, recipientColumns, type Recipient } from '../../../mail/recipient';
import {
  defineMails,
  type AddressedMail,
  type MailDefinition,
  type MailRequest,
  type MailServices,
} from '../../../platform/messaging/mail-source';
import { authenticationTexts } from '../../authentication-texts';
import { fingerprintsOf } from '../connections/certificates';
import { inForceAt, type Waiting } from '../connections/trust';

interface OfConnection {
  organization: string;
  certificates: string[];
}
interface Asked extends OfConnection {
  waiting: Waiting;
  in_force_at: Date;
  asked_by: string | null;
}

interface Since {
  waiting: Waiting | null;
  waiting_since: Date | null;
}

/** A line for each: people compare them with what the organization says on the telephone. */
const inLines = (certificates: readonly string[]) =>
  fingerprintsOf(certificates).replaceAll(' ', '\n');

/** Other certificates, or a connection that is enabled again, wait (docs/domain.md, 11). */
export const trustAsked = mailRenderer(
  authenticationTexts,
  (
    t,
    { greeting, web, moment },
    { organization, certificates, waiting, in_force_at, asked_by }: Asked,
  ) => {
    const who = asked_by ?? t('sso_trust.somebody');
    return {
      subject: t('sso_trust.asked.subject', { organization }),
      heading: t('sso_trust.asked.heading'),
      blocks: [
        greeting,
        {
          kind: 'text',
          text: t(waiting.provider ? 'sso_trust.asked.body' : 'sso_trust.asked.enables', {
            who,
            organization,
          }),
        },
        {
          kind: 'facts',
          rows: [
            { label: t('sso_trust.connection'), value: organization },
            {
              label: t('sso_trust.certificate'),
              value: inLines(waiting.provider?.certificates ?? certificates),
            },
            { label: t('sso_trust.asked.in_force_at'), value: moment(in_force_at) },
          ],
        },
        { kind: 'button', label: t('sso_trust.button'), url: `${web}/admin/sso` },
        { kind: 'note', text: t('sso_trust.asked.note') },
      ],
    };
  },
);

export const trustInForce = mailRenderer(
  authenticationTexts,
  (t, { greeting, web }, { organization, certificates }: OfConnection) => ({
    subject: t('sso_trust.in_force.subject', { organization }),
    heading: t('sso_trust.in_force.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('sso_trust.in_force.body', { organization }) },
      {
        kind: 'facts',
        rows: [
          { label: t('sso_trust.connection'), value: organization },
          { label: t('sso_trust.certificate'), value: inLines(certificates) },
        ],
      },
      { kind: 'button', label: t('sso_trust.button'), url: `${web}/admin/sso` },
    ],
  }),
);

/** Nothing once it was withdrawn or is in force: another mail tells the latter. */
async function writeAsked(
  connectionId: string,
  administratorId: string,
  { db, web }: MailServices,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & Omit<Asked, 'in_force_at' | 'waiting'> & Since)[] = await db.query(
    `SELECT ${recipientColumns}, c.organization, c.certificates, c.waiting, c.waiting_since,
       p.first_name || ' ' || p.last_name AS asked_by
     FROM identity.saml_connection c LEFT JOIN identity.person p ON p.id = c.waiting_by
     JOIN identity.person a ON a.id = $2
     WHERE c.id = $1 AND c.waiting IS NOT NULL`,
    [connectionId, administratorId],
  );
  const { waiting, waiting_since } = to ?? {};
  if (!to || !waiting || !waiting_since) return null;
  return written({ ...to, waiting, in_force_at: inForceAt(waiting_since) }, trustAsked, web);
}

async function writeInForce(
  connectionId: string,
  administratorId: string,
  { db, web }: MailServices,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & OfConnection)[] = await db.query(
    `SELECT ${recipientColumns}, c.organization, c.certificates
     FROM identity.saml_connection c JOIN identity.person a ON a.id = $2
     WHERE c.id = $1 AND c.enabled`,
    [connectionId, administratorId],
  );
  return written(to, trustInForce, web);
}

type Write = typeof writeAsked;

/** To every administrator, also to the one who asked: an intruder may have used their account. */
async function toAdministrators(
  connectionId: string,
  services: MailServices,
  write: Write,
): Promise<readonly MailRequest[]> {
  const rows: { id: string }[] = await services.db.query(
    `SELECT a.id FROM identity.account_profile a WHERE ${isAdministrator('a')} ORDER BY a.id`,
  );
  return rows.map(({ id }) => ({
    accountId: id,
    recipient: id,
    write: () => write(connectionId, id, services),
  }));
}

const mailAt = (
  template: string,
  event: 'identity.sso-trust-asked' | 'identity.sso-trust-in-force',
  write: Write,
): MailDefinition => ({
  template,
  on: {
    [event]: ({ data }: { data: { connection_id: string } }, services: MailServices) =>
      toAdministrators(data.connection_id, services, write),
  },
});

export const ssoTrustMails = defineMails(
  'authentication',
  mailAt('sso-trust-asked', 'identity.sso-trust-asked', writeAsked),
  mailAt('sso-trust-in-force', 'identity.sso-trust-in-force', writeInForce),
);

import { renderMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { isAdministratorSql, recipientColumns, type Recipient } from '../../../mail/recipient';
import {
  defineMails,
  type AddressedMail,
  type MailDefinition,
  type MailRequest,
  type MailDependencies,
} from '../../../platform/messaging/mail-source';
import { authenticationTexts } from '../../authentication-texts';
import { domainsOfConnectionSql, effectTimeOfPendingChange } from '../connections/trust';
import {
  trustChangeHeadlineOf,
  pendingSettingDifferences,
  type ConnectionSettings,
  type SettingDifference,
  type PendingTrustChange,
} from '../connections/trust-change.rule';
import { settingChangeRows, organizationRow, unchangedSettingRows } from './change-rows';
import { fullNameSql } from '../../../access/accounts/full-name.sql';

interface Asked extends ConnectionSettings {
  waiting: PendingTrustChange;
  in_force_at: Date;
  asked_by: string | null;
}
interface InForce extends ConnectionSettings {
  /**
   * The differences that the change made; null in events that an older version of the server
   * recorded.
   */
  differences: SettingDifference[] | null;
  sign_ins_ended: number | null;
}
interface Since {
  waiting: PendingTrustChange | null;
  waiting_since: Date | null;
}
/** Renders the mail that says that a change of a connection waits (docs/domain.md, 11). */
export const renderSsoChangePending = mailRenderer(
  authenticationTexts,
  (t, { greeting, web, moment }, { waiting, in_force_at, asked_by, ...connection }: Asked) => {
    const { organization } = connection;
    const who = asked_by ?? t('sso_trust.somebody');
    const differences = pendingSettingDifferences(connection, waiting);
    const headline = trustChangeHeadlineOf(differences);
    return {
      subject: t(`sso_trust.asked.subject.${headline}`, { organization }),
      heading: t(`sso_trust.asked.heading.${headline}`),
      blocks: [
        greeting,
        { kind: 'text', text: t(`sso_trust.asked.body.${headline}`, { who, organization }) },
        { kind: 'text', text: t('sso_trust.asked.until') },
        {
          kind: 'facts',
          rows: [
            organizationRow(t, connection),
            ...settingChangeRows(t, differences),
            { label: t('sso_trust.asked.in_force_at'), value: moment(in_force_at) },
          ],
        },
        { kind: 'text', text: t('sso_trust.unchanged') },
        { kind: 'facts', rows: unchangedSettingRows(t, connection, differences) },
        { kind: 'button', label: t('sso_trust.button'), url: `${web}/admin/sso` },
        { kind: 'note', text: t('sso_trust.asked.note') },
      ],
    };
  },
);

/** Renders the mail that says that a change of a connection is in force. */
export const renderSsoChangeInForce = mailRenderer(
  authenticationTexts,
  (t, { greeting, web }, { differences, sign_ins_ended, ...connection }: InForce) => {
    const { organization } = connection;
    return {
      subject: t('sso_trust.in_force.subject', { organization }),
      heading: t('sso_trust.in_force.heading'),
      blocks: [
        greeting,
        { kind: 'text', text: t('sso_trust.in_force.body', { organization }) },
        {
          kind: 'facts',
          rows: [
            organizationRow(t, connection),
            ...(differences
              ? settingChangeRows(t, differences)
              : unchangedSettingRows(t, connection, [])),
          ],
        },
        ...(sign_ins_ended
          ? [
              {
                kind: 'text' as const,
                text: t('sso_trust.in_force.ended', { count: sign_ins_ended }),
              },
            ]
          : []),
        { kind: 'button', label: t('sso_trust.button'), url: `${web}/admin/sso` },
      ],
    };
  },
);

/**
 * Renders the mail that says that a connection was enabled for the first time. No setting changed,
 * and no sign-in ended.
 */
export const renderSsoEnabled = mailRenderer(
  authenticationTexts,
  (t, { greeting, web }, connection: ConnectionSettings) => ({
    subject: t('sso_trust.first.subject', { organization: connection.organization }),
    heading: t('sso_trust.first.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('sso_trust.first.body', { organization: connection.organization }) },
      {
        kind: 'facts',
        rows: [organizationRow(t, connection), ...unchangedSettingRows(t, connection, [])],
      },
      { kind: 'button', label: t('sso_trust.button'), url: `${web}/admin/sso` },
      { kind: 'note', text: t('sso_trust.first.note') },
    ],
  }),
);

interface About {
  connection_id: string;
  change_id?: string | undefined;
}
const settings = `${recipientColumns}, c.organization, ${domainsOfConnectionSql} AS domains, c.entity_id, c.sso_url,
  c.certificates, c.enabled`;

/**
 * Reads the data of the mail about a waiting change. Returns null, so that no mail is sent, if the
 * change was withdrawn or is in force by now; another mail reports a change that is in force.
 */
async function writeAsked(
  { connection_id }: About,
  administratorId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & Omit<Asked, 'in_force_at' | 'waiting'> & Since)[] = await db.query(
    `SELECT ${settings}, c.waiting, c.waiting_since, ${fullNameSql('p')} AS asked_by
     FROM identity.saml_connection c LEFT JOIN identity.person p ON p.id = c.waiting_by
     JOIN identity.person a ON a.id = $2
     WHERE c.id = $1 AND c.waiting IS NOT NULL`,
    [connection_id, administratorId],
  );
  const { waiting, waiting_since } = to ?? {};
  if (!to || !waiting || !waiting_since) return null;
  return renderMail(
    { ...to, waiting, in_force_at: effectTimeOfPendingChange(waiting_since) },
    renderSsoChangePending,
    web,
  );
}

async function writeInForce(
  { connection_id, change_id }: About,
  administratorId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & InForce)[] = await db.query(
    `SELECT ${settings}, s.differences, s.sign_ins_ended
     FROM identity.saml_connection c LEFT JOIN identity.saml_change s ON s.id = $3 AND s.connection_id = c.id
     JOIN identity.person a ON a.id = $2 WHERE c.id = $1`,
    [connection_id, administratorId, change_id ?? null],
  );
  return renderMail(to, renderSsoChangeInForce, web);
}

async function writeEnabled(
  { connection_id }: About,
  administratorId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & ConnectionSettings)[] = await db.query(
    `SELECT ${settings} FROM identity.saml_connection c JOIN identity.person a ON a.id = $2
     WHERE c.id = $1 AND c.enabled`,
    [connection_id, administratorId],
  );
  return renderMail(to, renderSsoEnabled, web);
}

type Write = typeof writeAsked;

/**
 * Addresses the mail to every administrator, even to the one who requested the change, because an
 * intruder may have used that administrator's account.
 */
async function toAdministrators(
  about: About,
  services: MailDependencies,
  write: Write,
): Promise<readonly MailRequest[]> {
  const rows: { id: string }[] = await services.db.query(
    `SELECT a.id FROM identity.account_profile a WHERE ${isAdministratorSql('a')} ORDER BY a.id`,
  );
  return rows.map(({ id }) => ({
    accountId: id,
    recipient: id,
    write: () => write(about, id, services),
  }));
}

const mailAt = (
  template: 'sso-trust-asked' | 'sso-trust-in-force' | 'sso-enabled',
  write: Write,
): MailDefinition => ({
  template,
  on: {
    [`identity.${template}`]: ({ data }: { data: About }, services: MailDependencies) =>
      toAdministrators(data, services, write),
  },
});

export const ssoTrustMails = defineMails(
  'authentication',
  mailAt('sso-trust-asked', writeAsked),
  mailAt('sso-trust-in-force', writeInForce),
  mailAt('sso-enabled', writeEnabled),
);

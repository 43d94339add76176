import { Text } from '@mantine/core';
import { IconArrowsExchange } from '../../ui/icons/arrows-exchange';
import { IconBan } from '../../ui/icons/ban';
import { IconBuildingCommunity } from '../../ui/icons/building-community';
import { IconDeviceMobile } from '../../ui/icons/device-mobile';
import { IconDownload } from '../../ui/icons/download';
import { IconEye } from '../../ui/icons/eye';
import type { Icon } from '../../ui/icons/icon';
import { IconKey } from '../../ui/icons/key';
import { IconLogin2 } from '../../ui/icons/login-2';
import { IconLogout } from '../../ui/icons/logout';
import { IconShield } from '../../ui/icons/shield';
import { IconTicket } from '../../ui/icons/ticket';
import { IconTrash } from '../../ui/icons/trash';
import { IconUserCheck } from '../../ui/icons/user-check';
import { IconUserPlus } from '../../ui/icons/user-plus';
import { Trans, useTranslation } from 'react-i18next';
import { formatDateTime, formatMoment } from '../../lib/intl/format';
import { AppLink } from '../../ui/app-link';
import classes from './audit.module.css';
import { auditDetailsText, isSignInFailureCount, auditSentenceKey } from './audit-words.rule';
import type { AuditEntry } from './audit.page';
import { fullName } from '../../../../contracts/base/full-name.rule';

const icons: [RegExp, Icon][] = [
  [/^sign-in-failed|^account-disabled/, IconBan],
  [/^signed-in/, IconLogin2],
  [/^sign-ins?-ended/, IconLogout],
  [/^password|^recovery/, IconKey],
  [/^identity/, IconArrowsExchange],
  [/^second-factor/, IconDeviceMobile],
  [/^account-registered/, IconUserPlus],
  [/^account-(activated|enabled)|^review|^deletion-cancelled/, IconUserCheck],
  [/^deletion|^account-purged/, IconTrash],
  [/^(study-)?data-exported/, IconDownload],
  [/^roster/, IconEye],
  [/^role/, IconShield],
  [/^invitation/, IconTicket],
  [/^sso/, IconBuildingCommunity],
];
const iconOf = (action: string) =>
  icons.find(([pattern]) => pattern.test(action))?.[1] ?? IconShield;

/** Shows a person's name, linked to the account's details; an erased account has no name. */
function Person({
  who,
  otherwise = 'system',
}: {
  who: AuditEntry['actor'];
  otherwise?: 'system' | 'operator' | 'unknown_address';
}) {
  const { t } = useTranslation('administration');
  if (!who) return <b>{t(`audit.${otherwise}`)}</b>;
  const name = fullName(who);
  return name ? (
    <AppLink to={`/admin/users?user=${who._id}`} inherit fw={600} c="inherit">
      {name}
    </AppLink>
  ) : (
    <b title={who._id}>{t('audit.erased')}</b>
  );
}

/** Shows one audit record: a sentence that says what happened, and the fields as evidence. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('administration');
  const { at, action, actor, subject, details, sequence, request_id } = entry;
  const Icon = iconOf(action);
  const exists = (key: string) => i18n.exists(key, { ns: 'administration' });
  const { reason, facts } = auditDetailsText(details, (key) =>
    exists(`audit.${key}`) ? t(`audit.${key}`) : undefined,
  );
  return (
    <li className={classes.entry}>
      <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.said}>
        <Text size="sm" component="p" m={0}>
          <Trans
            t={t}
            i18nKey={`audit.said.${auditSentenceKey(entry)}`}
            values={{ action }}
            components={{
              actor: (
                <Person who={actor} otherwise={details.by === 'operator' ? 'operator' : 'system'} />
              ),
              subject: (
                <Person
                  who={subject}
                  otherwise={action === 'sign-in-failed' ? 'unknown_address' : 'system'}
                />
              ),
            }}
          />
        </Text>
        {reason && (
          <Text size="sm" c="dimmed" className="measure">
            {t('audit.reason', { reason })}
          </Text>
        )}
        {facts.length > 0 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {facts.join(' · ')}
          </Text>
        )}
      </div>
      <div className={classes.proof}>
        <time dateTime={at} title={formatDateTime(at)}>
          {formatMoment(at)}
        </time>
        <div className={classes.marks}>
          <span>
            {sequence === null
              ? t(isSignInFailureCount(entry) ? 'audit.counted' : 'audit.unsealed')
              : t('audit.sequence', { number: sequence })}
          </span>
          {request_id && (
            <span className={classes.request} title={request_id}>
              {t('audit.request', { id: request_id })}
            </span>
          )}
        </div>
      </div>
    </li>
  );
}

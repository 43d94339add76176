import { Button, Group, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../../contracts/messages/messages';
import { formatDate, formatHour } from '../../lib/intl/format';
import { onDemand } from '../../ui/on-demand';
import { noonOfDay } from './conversation-list';
import classes from './messages.module.css';
import type { ConversationActions } from './sides';

const ReportDialog = onDemand(async () => (await import('./report.dialog')).ReportDialog);

interface Props {
  of: ConversationActions;
  /** The messages, the newest first, as the server returns them. */
  messages: readonly Message[];
  /** Loads earlier messages; null if there are no earlier ones. */
  more: { busy: boolean; load: () => void } | null;
}

/** The messages of a conversation, the oldest first, day by day. */
export function MessageThread({ of, messages, more }: Props) {
  const { t } = useTranslation('messages');
  const [reporting, setReporting] = useState<Message | null>(null);
  const inOrder = [...messages].reverse();
  return (
    <>
      {more && (
        <Group justify="center">
          <Button variant="default" size="sm" onClick={more.load} loading={more.busy}>
            {t('talk.earlier')}
          </Button>
        </Group>
      )}
      {inOrder.length === 0 && (
        <Text c="dimmed" ta="center" py="lg">
          {t('talk.empty')}
        </Text>
      )}
      <ol className={classes.talk} aria-label={t('talk.label')} aria-live="polite">
        {inOrder.map((message, place) => (
          <Fragment key={message._id}>
            {inOrder[place - 1]?.day !== message.day && (
              <li className={classes.date}>{formatDate(noonOfDay(message.day))}</li>
            )}
            <Said of={of} message={message} onReport={() => setReporting(message)} />
          </Fragment>
        ))}
      </ol>
      {reporting && (
        <ReportDialog
          message={reporting}
          onReport={of.report}
          onClose={() => setReporting(null)}
          onMissing={() => setReporting(null)}
        />
      )}
    </>
  );
}

function Said({
  of,
  message: { from, text, removed, at },
  onReport,
}: {
  of: ConversationActions;
  message: Message;
  onReport: () => void;
}) {
  const { t } = useTranslation('messages');
  const own = from === of.side;
  return (
    <li className={classes.message} data-own={own || undefined}>
      <div className={classes.bubble}>
        {removed ? (
          <Text span inherit c="dimmed" fs="italic">
            {t('talk.removed')}
          </Text>
        ) : (
          text
        )}
      </div>
      <div className={classes.under}>
        <span>{own ? t('talk.you') : t(`talk.${from}`)}</span>
        {at && <time dateTime={at}>{formatHour(new Date(at))}</time>}
        {!own && !removed && (
          <Button
            size="compact-xs"
            mih={28}
            variant="subtle"
            fw={400}
            c="dimmed"
            onClick={onReport}
          >
            {t('report.open')}
          </Button>
        )}
      </div>
    </li>
  );
}

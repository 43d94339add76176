import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Classroom,
  type JoinCode,
  removeJoinCode,
} from '../../../../../../contracts/teaching/classrooms';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { TimeWithZone } from '../../../../ui/dates/agreed';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { QrCode } from '../../../../ui/qr-code/qr-code';
import { CopyableValue, CopyIcon } from '../../../../ui/value-to-copy';
import { FactList } from '../../facts';
import classes from '../../teaching.module.css';
import { mayManageClassroom } from '../may-manage.rule';
import { useRefreshClassroom } from '../refresh-classroom';
import { JoinCodeDialog } from './join-code.dialog';
import { serverNow } from '../../../../lib/http/server-clock';
import { readableEmail } from '../../../../lib/intl/shown-email';
import { formatNumber } from '../../../../lib/intl/format';

/** Writes the code in two groups of four letters, which are easier to read aloud. */
const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;
const linkOf = (code: string) => `${location.origin}/join/${code}`;

function Code({ code }: { code: JoinCode }) {
  const { t } = useTranslation('classrooms');
  const isOver = code.expires_at !== null && Date.parse(code.expires_at) <= serverNow();
  const link = linkOf(code.code);
  return (
    <Group gap="xl" align="flex-start">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Text className={classes.code} translate="no">
            {spaced(code.code)}
          </Text>
          <CopyIcon value={code.code} copy={t('code.copy')} copied={t('code.copied')} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('code.link')}
        </Text>
        <CopyableValue value={link} copy={t('code.copy_link')} copied={t('code.copied')} />
        <FactList
          facts={[
            [
              t('code.uses'),
              code.uses_left === null ? t('code.any_number') : formatNumber(code.uses_left),
            ],
            [
              t('code.expires'),
              code.expires_at === null ? (
                t('code.never')
              ) : (
                <TimeWithZone key="expires" at={code.expires_at} />
              ),
            ],
            [
              t('code.domain'),
              code.domain === null ? t('code.any_domain') : readableEmail(`@${code.domain}`),
            ],
          ]}
        />
        {(isOver || code.uses_left === 0) && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t(isOver ? 'code.over' : 'code.used_up')}
          </Text>
        )}
      </Stack>
      <QrCode text={link} label={t('code.picture')} />
    </Group>
  );
}

/**
 * The code by which students join, in large letters, so that it can be projected in a lecture hall.
 */
export function JoinCodeSection({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const refresh = useRefreshClassroom();
  const [ask, setAsk] = useState<'new' | 'remove' | null>(null);
  const close = () => setAsk(null);
  const remove = useMutation({
    ...mutation(removeJoinCode),
    onSuccess: async () => {
      close();
      await refresh();
      showMessage(t('code.removed'), { type: 'success', autoHideMs: 5000 });
    },
  });
  const { join_code: code, state } = classroom;
  const mayChange = mayManageClassroom(classroom);
  return (
    <Stack gap="sm" component="section" aria-labelledby="join-code">
      <Title order={2} size="h3" id="join-code">
        {t('code.title')}
      </Title>
      <Text className="measure">
        {t(
          state === 'open'
            ? 'code.lead'
            : state === 'draft'
              ? 'code.lead_draft'
              : 'code.lead_closed',
        )}
      </Text>
      {code ? <Code code={code} /> : <Text c="dimmed">{t('code.none')}</Text>}
      {mayChange && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsk('new')}>
            {t(code ? 'code.renew' : 'code.make')}
          </Button>
          {code && (
            <Button variant="subtle" color="gray" onClick={() => setAsk('remove')}>
              {t('code.remove')}
            </Button>
          )}
        </Group>
      )}
      {ask === 'new' && <JoinCodeDialog classroom={classroom} onClose={close} />}
      <ConfirmDialog
        opened={ask === 'remove'}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { id: classroom._id } })}
        title={t('code.remove_title')}
        confirm={t('code.remove')}
        danger
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('code.remove_text')}
      </ConfirmDialog>
    </Stack>
  );
}

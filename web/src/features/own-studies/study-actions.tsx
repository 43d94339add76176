import { ActionIcon, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '../../ui/icons/dots';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { copyStudy, setStudyArchived } from '../../../../contracts/studies/own-studies';
import { listStudies, type OwnStudy, readStudy } from '../../../../contracts/studies/studies';
import { call, mutation } from '../../lib/http/api';
import { newIdempotencyKey } from '../../lib/http/new-key';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { MenuButton } from '../../ui/menu-button';
import classes from './experiments.page.module.css';

interface Props {
  study: OwnStudy;
  /**
   * Called after an action that may have removed the study from the list, and with it the row that
   * had the focus.
   */
  onGone: () => void;
}

/**
 * The menu of a row, with which the researcher opens the parts of the study, copies it, archives it
 * or restores it.
 */
export function StudyActions({ study, onGone }: Props) {
  const { t } = useTranslation(['own-studies', 'studies']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const refresh = () =>
    Promise.all(
      [listStudies, readStudy].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
    );
  // The idempotency key stays the same until the copy exists, so that a retry after a lost answer
  // finds the copy instead of making another.
  const key = useRef<string | null>(null);
  const copy = useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      return call(
        copyStudy,
        { params: { id: study._id } },
        { headers: { 'idempotency-key': key.current } },
      );
    },
    onSuccess: async (made) => {
      key.current = null;
      await refresh();
      showMessage(t('own-studies:copied', { title: made.title }), { type: 'success' });
      void navigate(`/experiments/details/${made._id}`);
    },
  });
  const archive = useMutation({
    ...mutation(setStudyArchived),
    onSuccess: async (_, { body }) => {
      ask.close();
      showMessage(
        body.archived
          ? t('studies:archive.done', { title: study.title })
          : t('own-studies:restored', { title: study.title }),
        { type: 'success' },
      );
      await refresh();
      onGone();
    },
  });
  const set = (archived: boolean) =>
    archive.mutate({ params: { id: study._id }, body: { archived } });
  const details = `/experiments/details/${study._id}`;
  const failed = copy.error ?? (asking ? null : archive.error);
  return (
    <>
      <div className={classes.actions}>
        <MenuButton
          position="bottom-end"
          width={220}
          target={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              loading={copy.isPending}
              aria-label={t('own-studies:actions', { title: study.title })}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          }
          entries={[
            { label: t('own-studies:open'), to: details },
            { label: t('own-studies:sessions'), to: `${details}?tab=sessions` },
            { label: t('own-studies:copy'), onClick: () => copy.mutate() },
            ...(study.role !== 'owner'
              ? []
              : study.state === 'archived'
                ? [{ label: t('own-studies:restore'), onClick: () => set(false) }]
                : [{ label: t('studies:archive.action'), onClick: ask.open }]),
          ]}
        />
        <ConfirmDialog
          opened={asking}
          onClose={ask.close}
          onConfirm={() => set(true)}
          title={t('studies:archive.title')}
          confirm={t('studies:archive.confirm')}
          danger
          busy={archive.isPending}
          notice={<ErrorNotice error={archive.error} />}
        >
          <Text>{t('studies:archive.text')}</Text>
        </ConfirmDialog>
      </div>
      {failed && (
        <div className={classes.notice}>
          <ErrorNotice error={failed} />
        </div>
      )}
    </>
  );
}

import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive } from '../../ui/icons/archive';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { archiveStudy } from '../../../../contracts/studies/own-studies';
import { listStudies, type Study } from '../../../../contracts/studies/studies';
import { mutation } from '../../lib/http/api';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';

/** The button that archives a study; the participants' data are kept. */
export function ArchiveStudy({ study }: { study: Study }) {
  const { t } = useTranslation('studies');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const archive = useMutation({
    ...mutation(archiveStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  const go = () =>
    archive.mutate(
      { params: { id: study._id } },
      {
        onSuccess: () => {
          showMessage(t('archive.done', { title: study.title }), { type: 'success' });
          void navigate('/experiments');
        },
      },
    );
  if (study.state === 'archived') return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={ask.open}
      >
        {t('archive.action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        onConfirm={go}
        title={t('archive.title')}
        confirm={t('archive.confirm')}
        danger
        busy={archive.isPending}
        notice={<ErrorNotice error={archive.error} />}
      >
        <Text>{t('archive.text')}</Text>
      </ConfirmDialog>
    </>
  );
}

import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  deleteImportedData,
  readImportedData,
} from '../../../../../contracts/research-data/bundle';
import { listStudyExports } from '../../../../../contracts/research-data/research-data';
import { formatDate } from '../../../lib/intl/format';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import classes from './data.module.css';

/**
 * Data that was imported with a bundle: its origin and amount. People who run the study also see a
 * button that deletes it.
 */
export function ImportedDataNote({ studyId, mayChange }: { studyId: string; mayChange: boolean }) {
  const { t } = useTranslation('hosted-study');
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const read = useQuery(query(readImportedData, { params: { id: studyId } }));
  const remove = useMutation({
    ...mutation(deleteImportedData),
    onSuccess: async () => {
      ask.close();
      showMessage(t('data.imported.deleted'), { type: 'success' });
      await Promise.all(
        [readImportedData, listStudyExports].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      );
    },
  });
  const data = read.data?.data;
  if (!data) return <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />;
  const source = data.sources[0];
  const from = source?.operator ?? source?.address ?? '';
  return (
    <section className={classes.imported} aria-labelledby="imported-data">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4}>
          <Title order={3} size="h5" id="imported-data">
            {t('data.imported.title')}
          </Title>
          <Text size="sm">
            {t('data.imported.text', {
              count: data.runs,
              from,
              when: formatDate(data.imported_at),
            })}
          </Text>
          {data.recordings > 0 && (
            <Text size="sm">{t('data.imported.recordings', { count: data.recordings })}</Text>
          )}
        </Stack>
        {mayChange && (
          <Button size="sm" variant="default" onClick={ask.open}>
            {t('data.imported.delete')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        onConfirm={() => remove.mutate({ params: { id: studyId } })}
        title={t('data.imported.sure')}
        confirm={t('data.imported.delete')}
        danger
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('data.imported.sure_text', { from })}
      </ConfirmDialog>
    </section>
  );
}

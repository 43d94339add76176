import { Button, FileButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteExternalData,
  listExternalData,
  type ExternalDataFile,
} from '../../../../../../contracts/research-data/external-data';
import { listStudyExports } from '../../../../../../contracts/research-data/research-data';
import { readStudyStorage } from '../../../../../../contracts/study-files/study-storage';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { TimeText } from '../../../../ui/when';
import classes from '../data.module.css';

interface Props {
  studyId: string;
  file: ExternalDataFile;
  /**
   * Called with the file that is to replace this one; null for people who may only read the data,
   * and who therefore see no buttons.
   */
  onReplace: ((by: File | null) => void) | null;
}
/** The most column names that are shown; a longer line would be too long to read. */
const namedColumns = 12;

/** An added file: its content, and the buttons to replace or delete it. */
export function AddedFile({ studyId, file, onReplace }: Props) {
  const { t } = useTranslation('external-data');
  const client = useQueryClient();
  const id = useId();
  const [asking, ask] = useDisclosure();
  const remove = useMutation({
    ...mutation(deleteExternalData),
    onSuccess: async () => {
      ask.close();
      showMessage(t('deleted'), { type: 'success' });
      await Promise.all(
        [listExternalData, listStudyExports, readStudyStorage].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      );
    },
  });
  const { columns, left_out } = file;
  const more = columns.length - namedColumns;
  return (
    <li className={classes.export}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={600} id={id}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {t('rows', { count: file.rows })} · {t('people', { count: file.participants })} ·{' '}
            <TimeText at={file.added_at} relative />
          </Text>
          <Text size="sm">
            {t('columns', { names: columns.slice(0, namedColumns).join(', ') })}
            {more > 0 && ` ${t('more_columns', { count: more })}`}
          </Text>
          {left_out.withdrawn > 0 && (
            <Text size="sm" c="dimmed">
              {t('check.withdrawn', { count: left_out.withdrawn })}
            </Text>
          )}
          {left_out.unknown > 0 && (
            <Text size="sm" c="dimmed">
              {t('unknown_left', { count: left_out.unknown })}
            </Text>
          )}
          {file.withheld > 0 && (
            <Text size="sm" c="dimmed">
              {t('check.withheld', { count: file.withheld })}
            </Text>
          )}
        </div>
        {onReplace && (
          <Group gap="xs">
            <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={onReplace}>
              {(props) => (
                <Button {...props} size="sm" variant="default" aria-describedby={id}>
                  {t('replace')}
                </Button>
              )}
            </FileButton>
            <Button size="sm" variant="default" onClick={ask.open} aria-describedby={id}>
              {t('delete')}
            </Button>
          </Group>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        onConfirm={() => remove.mutate({ params: { id: studyId, file: file._id } })}
        title={t('sure')}
        confirm={t('delete_these')}
        danger
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('sure_text', { name: file.name })}
      </ConfirmDialog>
    </li>
  );
}

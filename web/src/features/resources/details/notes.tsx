import { Alert, Button, List, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addFileVersion, type ResourceFile } from '../../../../../contracts/resources/files';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { refreshResources } from '../entries/refresh-resources';

/**
 * Shows warnings about the content of a file. If a picture contains the place where it was taken, a
 * button makes a version without the place.
 */
export function FileWarnings({ file, mayChange }: { file: ResourceFile; mayChange: boolean }) {
  const { t } = useTranslation('resources');
  const without = useMutation({
    ...mutation(addFileVersion),
    onSuccess: async ({ version }) => {
      await refreshResources();
      showMessage(t('note.without_done', { version }), { type: 'success' });
    },
  });
  const notes = file.facts?.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('note.title')}>
      <Stack gap="sm" align="flex-start">
        <List size="sm" spacing={4}>
          {notes.map((note) => (
            <List.Item key={note}>{t(`note.${note}`)}</List.Item>
          ))}
        </List>
        {mayChange && notes.includes('location') && (
          <Button
            variant="default"
            loading={without.isPending}
            onClick={() =>
              without.mutate({ params: { id: file._id }, body: { without: 'location' } })
            }
          >
            {t('note.without')}
          </Button>
        )}
        <ErrorNotice error={without.error} />
      </Stack>
    </Alert>
  );
}

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  addFileVersion,
  listFileVersions,
  type ResourceFile,
} from '../../../../../contracts/resources/files';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { TimeText } from '../../../ui/when';
import { refreshResources } from '../entries/refresh-resources';
import { useEntryWords } from '../list/use-entry-words';
import classes from './details.module.css';

/** Lists all versions of a file. An earlier version can become the newest again; none is lost. */
export function FileVersionList({ file, mayChange }: { file: ResourceFile; mayChange: boolean }) {
  const { t } = useTranslation('resources');
  const words = useEntryWords();
  const { data, error, refetch } = useQuery(query(listFileVersions, { params: { id: file._id } }));
  const again = useMutation({
    ...mutation(addFileVersion),
    onSuccess: async ({ version }) => {
      await refreshResources();
      showMessage(t('versions.again_done', { version }), { type: 'success' });
    },
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows count={2} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('versions.text')}</Text>
      <ErrorNotice error={again.error} />
      <ul className={classes.list}>
        {data.items.map(({ number, bytes, facts, url, created_at }) => (
          <li key={number}>
            <div>
              <Text size="sm" fw={600} className="numbers">
                {number === file.version
                  ? t('versions.newest', { number })
                  : t('versions.one', { number })}
              </Text>
              <Text size="xs" c="dimmed" className="numbers">
                <TimeText at={created_at} relative />
                {[' ', formatBytes(bytes), words.facts(facts)].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Group gap="sm">
              {url && (
                <Anchor href={url} size="sm" aria-label={t('versions.download', { number })}>
                  {t('do.download')}
                </Anchor>
              )}
              {mayChange && number !== file.version && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={
                    again.isPending &&
                    'again' in again.variables.body &&
                    again.variables.body.again === number
                  }
                  onClick={() =>
                    again.mutate({ params: { id: file._id }, body: { again: number } })
                  }
                >
                  {t('versions.again')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

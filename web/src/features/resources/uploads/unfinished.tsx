import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUpload, listUploads, type Upload } from '../../../../../contracts/resources/uploads';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import { runForEach } from '../entries/for-each-of';
import { refreshResources } from '../entries/refresh-resources';
import { matchFiles } from './match-files.rule';
import classes from './uploads.module.css';
import { uploadActions, useUploads } from './uploads.store';

const shownAtFirst = 5;

/**
 * Lists the uploads that began before this page was loaded. To continue them, the person must
 * choose the same files again.
 */
export function UnfinishedUploads() {
  const { t } = useTranslation('resources');
  const { data, refetch } = useQuery(query(listUploads));
  const items = useUploads((s) => s.items);
  const [missed, setMissed] = useState(0);
  const [isWhole, setWhole] = useState(false);
  const giveUp = useMutation({
    mutationFn: async (some: readonly Upload[]) => {
      const remove = mutation(deleteUpload).mutationFn;
      const { failed } = await runForEach(some, ({ _id }) => remove({ params: { id: _id } }));
      await Promise.all([refetch(), refreshResources()]);
      if (failed[0]) throw failed[0].error;
    },
  });
  const here = new Set(items.map(({ uploadId }) => uploadId));
  const left = (data?.items ?? []).filter(({ _id }) => !here.has(_id));
  const choose = (files: readonly File[], from: readonly Upload[]) => {
    const { pairs, others } = matchFiles(from, files);
    setMissed(others);
    for (const { upload, file } of pairs) uploadActions.goOnWith(upload, file);
  };
  if (left.length === 0) return null;
  const shown = isWhole ? left : left.slice(0, shownAtFirst);
  return (
    <section className={classes.panel} aria-labelledby="unfinished-heading">
      <Stack gap="xs">
        <Title order={2} size="h4" id="unfinished-heading">
          {t('unfinished.title', { count: left.length })}
        </Title>
        <Text size="sm">{t('unfinished.text')}</Text>
        <Group gap="xs">
          <FileButton multiple onChange={(files) => choose(files, left)}>
            {(given) => (
              <Button {...given} size="compact-md">
                {t('unfinished.choose', { count: left.length })}
              </Button>
            )}
          </FileButton>
          <Button
            size="compact-md"
            variant="default"
            loading={giveUp.isPending}
            onClick={() => giveUp.mutate(left)}
          >
            {t('uploads.give_up')}
          </Button>
        </Group>
        <Text size="sm" role="status" c="var(--mantine-color-error)">
          {missed > 0 && t('unfinished.others', { count: missed })}
        </Text>
        <ErrorNotice error={giveUp.error} />
        <div role="list">
          {shown.map((upload) => (
            <div key={upload._id} className={classes.row} role="listitem">
              <div className={classes.about}>
                <Text size="sm" className={classes.path}>
                  {upload.name}
                </Text>
                <Text size="xs" c="dimmed" className="numbers">
                  {t('unfinished.stored', {
                    stored: formatBytes(upload.stored_bytes),
                    bytes: formatBytes(upload.bytes),
                  })}{' '}
                  {t('unfinished.until')} <TimeText at={upload.expires_at} relative />
                </Text>
              </div>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('uploads.give_up_one', { name: upload.name })}
                onClick={() => giveUp.mutate([upload])}
              >
                {t('unfinished.give_up')}
              </Button>
            </div>
          ))}
        </div>
        {left.length > shown.length && (
          <div>
            <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
              {t('unfinished.all', { count: left.length })}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  );
}

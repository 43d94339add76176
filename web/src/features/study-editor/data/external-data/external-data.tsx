import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconTablePlus } from '../../../../ui/icons/table-plus';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listExternalData,
  externalDataLimits,
} from '../../../../../../contracts/research-data/external-data';
import type { Study } from '../../../../../../contracts/studies/studies';
import { formatBytes } from '../../../../lib/intl/format-bytes';
import { query } from '../../../../lib/http/api';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import classes from '../data.module.css';
import { AddExternalDataFile } from './add-file';
import { AddedFile } from './added-file';

interface Chosen {
  file: File;
  /** The file that the new one replaces. */
  replaces: string | undefined;
}

/**
 * The data that an external study collected. It is not stored on this platform, so the person can
 * add it as a file.
 */
export function ExternalData({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const { t } = useTranslation('external-data');
  const params = { id: study._id };
  const read = useQuery(query(listExternalData, { params }));
  const [chosen, choose] = useState<Chosen | null>(null);
  const [isTooBig, setTooBig] = useState(false);
  const files = read.data?.items ?? [];
  if (study.runtime?.kind !== 'external' && files.length === 0) return null;
  const take = (file: File | null, replaces?: string) => {
    if (!file) return;
    setTooBig(file.size > externalDataLimits.bytes);
    // Operating systems give a CSV different types, or none, so the type is set here.
    if (file.size <= externalDataLimits.bytes)
      choose({ file: new File([file], file.name, { type: 'text/csv' }), replaces });
  };
  return (
    <section className={classes.imported} aria-labelledby="external-data">
      <Stack gap="md">
        <div>
          <Title order={3} size="h5" id="external-data">
            {t('title')}
          </Title>
          <Text size="sm" className="measure" mt={4}>
            {t(mayChange ? 'text' : 'text_read')}
          </Text>
        </div>
        <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
        {files.length > 0 && (
          <ul className={classes.exports} aria-label={t('list')}>
            {files.map((file) => (
              <AddedFile
                key={file._id}
                studyId={study._id}
                file={file}
                onReplace={mayChange ? (by) => take(by, file._id) : null}
              />
            ))}
          </ul>
        )}
        {chosen ? (
          <AddExternalDataFile
            key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.replaces}`}
            studyId={study._id}
            file={chosen.file}
            replaces={chosen.replaces}
            onDone={() => choose(null)}
          />
        ) : mayChange ? (
          <Group gap="sm">
            <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => take(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconTablePlus size={18} aria-hidden />}
                >
                  {t('choose')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              {t('hint', { size: formatBytes(externalDataLimits.bytes) })}
            </Text>
          </Group>
        ) : null}
        {isTooBig && (
          <Text size="sm" role="alert">
            {t('too_big', { size: formatBytes(externalDataLimits.bytes) })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

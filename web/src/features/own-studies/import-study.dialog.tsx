import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { importStudy } from '../../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../../contracts/research-data/bundle-limits';
import { listStudies } from '../../../../contracts/studies/studies';
import { readStudyStorage } from '../../../../contracts/study-files/study-storage';
import { formatBytes } from '../../lib/intl/format-bytes';
import { uploadFile } from '../../lib/http/upload';
import { showMessage } from '../../lib/ui.store';
import { ArchiveArea } from '../../ui/archive/archive-area';
import { StorageUsageLine } from '../../domain/study-files/storage-line';
import { useFocusReturn } from '../../ui/use-focus-return';

/** Imports a study that another installation exported, with its data, as a draft. */
export function ImportStudyDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['own-studies', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const all = formatBytes(bundleLimits.archiveBytes);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('own-studies:import.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Stack gap="md">
        <Text>{t('own-studies:import.text')}</Text>
        <ArchiveArea
          title={t('own-studies:import.bundle')}
          hint={t('own-studies:import.hint', { all })}
          tooBig={t('own-studies:import.too_big', { all })}
          maxBytes={bundleLimits.archiveBytes}
          accept=".zip,application/zip"
          below={<StorageUsageLine />}
          send={async (file, onPart) => {
            const { body } = await uploadFile(importStudy, { file }, onPart);
            await client.invalidateQueries({ queryKey: [listStudies.path] });
            await client.invalidateQueries({ queryKey: [readStudyStorage.path] });
            const { data, earlier, left_out_rules: count } = body;
            const done = data
              ? t('own-studies:import.done_data', { count: data.runs })
              : t('own-studies:import.done');
            const lost = count > 0 ? t('own-studies:import.left_out', { count }) : '';
            const before = earlier ? t('own-studies:import.earlier', { title: earlier.title }) : '';
            showMessage([done, lost, before].filter(Boolean).join('. '), { type: 'success' });
            await navigate(`/experiments/details/${body.study_id}`);
          }}
        />
      </Stack>
    </Modal>
  );
}

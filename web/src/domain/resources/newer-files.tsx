import { Alert, Button, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CopiedResource } from '../../../../contracts/study-files/copied-resources';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { IconRefresh } from '../../ui/icons/refresh';

interface Props {
  /** The study's files that have a newer version in the researcher's resources. */
  files: readonly CopiedResource[];
  onTake: () => void;
  busy: boolean;
  error: unknown;
}
/** The notice names at most this many files, and then says how many more there are. */
const named = 5;

/**
 * Names the files of a study that have changed in the researcher's resources since they were
 * copied. One click replaces them by the newer versions.
 */
export function NewerFiles({ files, onTake, busy, error }: Props) {
  const { t } = useTranslation('take-resources');
  if (files.length === 0) return null;
  const count = files.length;
  return (
    <Alert variant="light" icon={<IconRefresh size={20} aria-hidden />} role="status">
      {t('changed', { count })}
      <List size="sm" my={4}>
        {files.slice(0, named).map(({ path, version, newest }) => (
          <List.Item key={path}>{t('change', { path, version, newest })}</List.Item>
        ))}
        {count > named && <List.Item>{t('others', { count: count - named })}</List.Item>}
      </List>
      <ErrorNotice error={error} />
      <Button size="sm" variant="light" loading={busy} onClick={onTake}>
        {t('take', { count })}
      </Button>
    </Alert>
  );
}

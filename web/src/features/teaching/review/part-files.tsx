import { Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewContent } from '../../../../../contracts/teaching/class-studies';
import {
  type ComparedFile,
  comparedFiles,
} from '../../../domain/class-building/compared-files.rule';
import { formatBytes } from '../../../lib/intl/format-bytes';
import classes from './review.module.css';

const colors = { added: 'teal', changed: 'orange', removed: 'red' };
/** The number of files that are shown unfolded. */
const few = 12;

function FileList({ files }: { files: readonly ComparedFile[] }) {
  const { t } = useTranslation('classroom-studies');
  return (
    <ul className={classes.files}>
      {files.map(({ path, bytes, change }) => (
        <li key={path}>
          <Text size="sm" component="div">
            {path}{' '}
            <Text span c="dimmed" className="numbers" inherit>
              {formatBytes(bytes)}
            </Text>{' '}
            {change !== 'same' && (
              <Badge size="sm" variant="light" color={colors[change]}>
                {t(`review.file.${change}`)}
              </Badge>
            )}
          </Text>
        </li>
      ))}
    </ul>
  );
}

type Files = ReviewContent['files'];
/**
 * Lists the files of a version and marks those that differ from the earlier version. A long list of
 * unchanged files is folded.
 */
export function PartFiles({ before, now }: { before: Files | null; now: Files }) {
  const { t } = useTranslation('classroom-studies');
  const files = comparedFiles(before, now);
  const changed = files.filter(({ change }) => change !== 'same');
  const same = files.filter(({ change }) => change === 'same');
  if (files.length === 0) return <Text c="dimmed">{t('review.no_files')}</Text>;
  return (
    <Stack gap="sm">
      {changed.length > 0 && <FileList files={changed} />}
      {same.length > few || (changed.length > 0 && same.length > 0) ? (
        <details className={classes.fold}>
          <summary>
            {t(before ? 'review.files_same' : 'review.files_all', { count: same.length })}
          </summary>
          <FileList files={same} />
        </details>
      ) : (
        same.length > 0 && <FileList files={same} />
      )}
    </Stack>
  );
}

import { useTranslation } from 'react-i18next';
import type { ResourceFile } from '../../../../../contracts/resources/files';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { formatNumber } from '../../../lib/intl/format';
import { TimeText } from '../../../ui/when';
import { fileEntry } from '../entries/entry.rule';
import { useEntryWords } from '../list/use-entry-words';
import classes from './details.module.css';

/** Shows what the server has found out about a file (size, length, format), in words. */
export function FileFactList({ file }: { file: ResourceFile }) {
  const { t } = useTranslation('resources');
  const words = useEntryWords();
  const facts = words.facts(file.facts);
  const isUnknown = file.state === 'ready' && file.facts === null;
  return (
    <dl className={classes.facts}>
      <dt>{t('column.type')}</dt>
      <dd>{words.kind(fileEntry(file, 'read'))}</dd>
      {(facts || isUnknown) && (
        <>
          <dt>{t('details.content')}</dt>
          <dd className="numbers">{facts || t('details.unread')}</dd>
        </>
      )}
      {file.facts?.columns && (
        <>
          <dt>{t('details.columns')}</dt>
          <dd>{file.facts.columns.join(', ')}</dd>
        </>
      )}
      <dt>{t('column.bytes')}</dt>
      <dd className="numbers">
        {formatBytes(file.bytes)}
        {file.bytes >= 1000 && ` (${t('details.bytes', { bytes: formatNumber(file.bytes) })})`}
      </dd>
      <dt>{t('details.state')}</dt>
      <dd>{t(`state.${file.state}`)}</dd>
      <dt>{t('details.version')}</dt>
      <dd className="numbers">{file.version}</dd>
      <dt>{t('details.added')}</dt>
      <dd>
        <TimeText at={file.created_at} />
      </dd>
      <dt>{t('column.updated_at')}</dt>
      <dd>
        <TimeText at={file.updated_at} relative />
      </dd>
    </dl>
  );
}

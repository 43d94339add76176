import { useTranslation } from 'react-i18next';
import { formatNumber, formatList } from '../../../lib/intl/format';
import type { ResourceEntry } from '../entries/entry.rule';
import { type FileFact, fileFactsOf, type MediaLength } from './facts.rule';
import type { FileFacts } from '../../../../../contracts/resources/file-facts';

/** Returns functions that name kinds, measures and states of entries in the page's language. */
export function useEntryWords() {
  const { t } = useTranslation('resources');
  const lengthWords = (length: MediaLength) =>
    length.unit === 'seconds'
      ? t('fact.seconds', { seconds: formatNumber(length.seconds) })
      : t(length.hours ? 'fact.clock_hours' : 'fact.clock', { clock: length.text });
  const part = (of: FileFact): string => {
    switch (of.is) {
      case 'pixels':
        return t('fact.pixels', { width: formatNumber(of.width), height: formatNumber(of.height) });
      case 'length':
        return lengthWords(of.length);
      case 'codecs':
        return formatList(of.names);
      case 'rows':
        return t('fact.rows', { count: of.count, rows: formatNumber(of.count) });
      default:
        return of satisfies never;
    }
  };
  const kind = (entry: ResourceEntry) =>
    entry.kind === 'folder' ? t('folder') : t(`type.${entry.file.type}`);
  return {
    kind,
    /**
     * Writes everything that is known about a file, as "1,024 × 768 pixels" or "12.4 seconds,
     * Opus".
     */
    facts: (facts: FileFacts | null) => fileFactsOf(facts).map(part).join(', '),
    /**
     * Writes the most useful measure of an entry, or the state of a file that has no measure yet.
     */
    measure: (entry: ResourceEntry): string => {
      if (entry.kind === 'folder')
        return t('holds', { count: entry.folder.files + entry.folder.folders });
      const { state, facts } = entry.file;
      if (state !== 'ready') return t(`state.${state}`);
      const [first] = fileFactsOf(facts);
      if (!first) return '';
      return first.is === 'pixels'
        ? t('fact.size', { width: formatNumber(first.width), height: formatNumber(first.height) })
        : part(first);
    },
  };
}

import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { offeredActions, type EntryAction } from '../entries/offered.rule';
import type { ResourceView } from '../use-place';
import type { ResourceEntry } from '../entries/entry.rule';
import { actionIcons } from './entry-menu';

interface Props {
  entries: readonly ResourceEntry[];
  view: ResourceView;
  isBusy: boolean;
  progress: { behind: number; all: number };
  onAct: (offer: EntryAction, entries: readonly ResourceEntry[]) => void;
  onClear: () => void;
}

/** The number of selected entries, and the actions for all of them. */
export function SelectionBar({ entries, view, isBusy, progress, onAct, onClear }: Props) {
  const { t } = useTranslation('resources');
  const offers = offeredActions(entries, view).filter((offer) => offer !== 'open');
  return (
    <Group gap="xs" role="toolbar" aria-label={t('selection.label')}>
      <Text size="sm" fw={600} className="numbers" role="status">
        {isBusy && progress.all > 1
          ? t('selection.progress', progress)
          : t('selection.count', { count: entries.length })}
      </Text>
      {offers.map((offer) => {
        const Sign = actionIcons[offer];
        return (
          <Button
            key={offer}
            size="compact-md"
            variant="default"
            disabled={isBusy}
            leftSection={<Sign size={16} aria-hidden />}
            onClick={() => onAct(offer, entries)}
          >
            {t(`do.${offer}`)}
          </Button>
        );
      })}
      <Button size="compact-md" variant="subtle" onClick={onClear}>
        {t('selection.clear')}
      </Button>
    </Group>
  );
}

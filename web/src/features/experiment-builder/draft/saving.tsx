import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconArrowsSplit2 } from '../../../ui/icons/arrows-split-2';
import { IconCloudCheck } from '../../../ui/icons/cloud-check';
import { IconCloudOff } from '../../../ui/icons/cloud-off';
import { IconCloudUp } from '../../../ui/icons/cloud-up';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/intl/format';
import { isTransient } from '../../../lib/http/is-transient';
import type { BuilderState } from './builder-draft';
import { isEqualJson } from './merge.rule';
import { useBuilder, useBuilderState } from './use-builder';

type Saving = 'saved' | 'unsaved' | 'saving' | 'unreached' | 'refused' | 'wrong' | 'conflict';
const icons = {
  saved: IconCloudCheck,
  unsaved: IconCloudUp,
  saving: IconCloudUp,
  unreached: IconCloudOff,
  refused: IconAlertTriangle,
  wrong: IconAlertTriangle,
  conflict: IconArrowsSplit2,
};
const bad: ReadonlySet<Saving> = new Set(['unreached', 'refused', 'wrong', 'conflict']);

function savingOf({ conflict, invalid, error, saving, history, base }: BuilderState): Saving {
  if (conflict) return 'conflict';
  if (error !== null) return isTransient(error) ? 'unreached' : 'refused';
  if (saving) return 'saving';
  if (isEqualJson(history.now, base)) return 'saved';
  return invalid ? 'wrong' : 'unsaved';
}

/** Shows whether the changes are saved. */
export function SaveStatus() {
  const { t } = useTranslation(['study-draft', 'builder']);
  const { draft } = useBuilder();
  const state = useBuilderState((all) => all);
  const saving = savingOf(state);
  const isBad = bad.has(saving);
  const Icon = icons[saving];
  return (
    <Group gap={6} wrap="nowrap" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'}>
      <Icon size={20} aria-hidden />
      {/* Screen readers announce only problems: "saved" after each pause would disturb. */}
      <Text size="sm" span role={isBad ? 'alert' : undefined} data-saving={saving}>
        {saving === 'saved' && state.savedAt !== null
          ? t('study-draft:saved_at', { time: formatTime(state.savedAt) })
          : saving === 'wrong'
            ? t('builder:saving.wrong', { path: state.invalid?.path ?? '' })
            : t(`study-draft:state.${saving}`)}
      </Text>
      {(saving === 'unreached' || saving === 'refused') && (
        <Button size="compact-sm" variant="default" onClick={() => void draft.flush()}>
          {t('study-draft:again')}
        </Button>
      )}
    </Group>
  );
}

/** Shows what two people changed at the same time, and lets the person choose. */
export function EditConflict() {
  const { t } = useTranslation(['builder', 'study-draft']);
  const { draft } = useBuilder();
  const conflict = useBuilderState((state) => state.conflict);
  if (!conflict) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconArrowsSplit2 aria-hidden />}
      title={t('builder:conflict.title')}
    >
      <Text size="sm">{t('builder:conflict.text')}</Text>
      <List size="sm" my="xs">
        {conflict.names.map((name, i) => (
          <List.Item key={i}>{name || t('builder:tree.whole')}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        {(['mine', 'theirs'] as const).map((side) => (
          <Button key={side} size="sm" variant="default" onClick={() => draft.choose(side)}>
            {t(`study-draft:conflict.keep_${side}`)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

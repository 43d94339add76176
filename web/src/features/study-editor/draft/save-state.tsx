import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconArrowBackUp } from '../../../ui/icons/arrow-back-up';
import { IconArrowForwardUp } from '../../../ui/icons/arrow-forward-up';
import { IconCloudCheck } from '../../../ui/icons/cloud-check';
import { IconCloudOff } from '../../../ui/icons/cloud-off';
import { IconCloudUp } from '../../../ui/icons/cloud-up';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/intl/format';
import { isTransient } from '../../../lib/http/is-transient';
import { draftFieldsOf, isSameDraftValue } from './draft-values.rule';
import type { DraftState, StudyDraft } from './study-draft';
import { useDraftState } from './use-study-draft';
import classes from './draft.module.css';

type Saving =
  | 'saved'
  | 'unsaved'
  | 'saving'
  | 'unreached'
  | 'refused'
  | 'wrong'
  | 'incomplete'
  | 'conflict';

const savingOf = (state: DraftState): Saving => {
  const { values, base, conflicts, errors, error, saving } = state;
  if (Object.keys(conflicts).length > 0) return 'conflict';
  const wrong = Object.keys(errors);
  if (wrong.length > 0)
    return wrong.every((path) => path.startsWith('eligibility')) ? 'incomplete' : 'wrong';
  if (error !== null) return isTransient(error) ? 'unreached' : 'refused';
  if (saving) return 'saving';
  return draftFieldsOf(values).every((field) => isSameDraftValue(field, values[field], base[field]))
    ? 'saved'
    : 'unsaved';
};
const icons: Record<Saving, ReactNode> = {
  saved: <IconCloudCheck size={20} aria-hidden />,
  unsaved: <IconCloudUp size={20} aria-hidden />,
  saving: <IconCloudUp size={20} aria-hidden />,
  unreached: <IconCloudOff size={20} aria-hidden />,
  refused: <IconAlertTriangle size={20} aria-hidden />,
  incomplete: <IconCloudUp size={20} aria-hidden />,
  wrong: <IconAlertTriangle size={20} aria-hidden />,
  conflict: <IconAlertTriangle size={20} aria-hidden />,
};
const bad: ReadonlySet<Saving> = new Set(['unreached', 'refused', 'wrong', 'conflict']);
const isText = (element: EventTarget | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select'));

/** Shows whether the changes are saved, with buttons for undo and redo. */
export function SaveState({ draft, disabled }: { draft: StudyDraft; disabled: boolean }) {
  const { t } = useTranslation('study-draft');
  const state = useDraftState(draft, (all) => all);
  const saving = savingOf(state);
  const isBad = bad.has(saving);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        void draft.flush();
      } else if ((key === 'z' || key === 'y') && !isText(event.target)) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) draft.redo();
        else draft.undo();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [draft]);
  return (
    <Group gap="sm" wrap="nowrap">
      <Group gap={6} wrap="nowrap" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'}>
        <span style={{ flex: 'none', display: 'inline-flex' }}>{icons[saving]}</span>
        {/* Screen readers announce only problems. Otherwise they would read "saved" aloud after
            each pause in typing. */}
        <Text size="sm" component="span" role={isBad ? 'alert' : undefined} data-saving={saving}>
          {saving === 'saved' && state.savedAt !== null
            ? t('saved_at', { time: formatTime(state.savedAt) })
            : t(`state.${saving}`)}
        </Text>
      </Group>
      {(saving === 'unreached' || saving === 'refused') && (
        <Button size="compact-sm" variant="default" onClick={() => void draft.flush()}>
          {t('again')}
        </Button>
      )}
      {!disabled && (
        <Group gap={4} wrap="nowrap" className={classes.steps}>
          {(['undo', 'redo'] as const).map((what) => {
            const none = state[what === 'undo' ? 'done' : 'undone'].length === 0;
            return (
              <Tooltip key={what} label={t(what)}>
                {/* Uses aria-disabled: a `disabled` button would lose the keyboard focus when no
                    step is left. */}
                <ActionIcon
                  size="lg"
                  variant="subtle"
                  color="gray"
                  aria-label={t(what)}
                  aria-disabled={none}
                  data-disabled={none || undefined}
                  onClick={() => !none && draft[what]()}
                >
                  {what === 'undo' ? (
                    <IconArrowBackUp size={20} aria-hidden />
                  ) : (
                    <IconArrowForwardUp size={20} aria-hidden />
                  )}
                </ActionIcon>
              </Tooltip>
            );
          })}
        </Group>
      )}
    </Group>
  );
}

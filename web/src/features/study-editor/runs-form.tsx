import { Checkbox, Fieldset, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { BrowserRequirement } from '../../../../contracts/studies/study-runtime';
import type { StudyDraft } from './draft/study-draft';
import { useDraftField } from './draft/use-study-draft';
import { MinutesField } from './minutes-field';
import { localRuntimeKinds, RuntimeField } from './runtime-field';

interface Props {
  studyId: string;
  draft: StudyDraft;
  disabled: boolean;
  /**
   * Whether the study belongs to a class. It then always runs on this platform, and a separate part
   * of the editor shows its rehearsals.
   */
  isOfClass?: boolean;
}

/**
 * The form for how the study runs: where, in which browser, how long at most, how often, and
 * whether it counts for courses.
 */
export function RunSettingsForm({ studyId, draft, disabled, isOfClass = false }: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const runtime = useDraftField(draft, 'runtime');
  const requirements = useDraftField(draft, 'requirements');
  const maximum = useDraftField(draft, 'maximum_minutes');
  const repeats = useDraftField(draft, 'allow_repeats');
  const credit = useDraftField(draft, 'offers_credit');
  return (
    <Fieldset variant="unstyled" disabled={disabled}>
      <Stack gap="lg" maw="44rem">
        <RuntimeField
          studyId={studyId}
          value={runtime.value ?? null}
          onChange={runtime.onChange}
          error={runtime.error}
          wrong={runtime.wrong}
          maximumMinutes={maximum.value}
          save={() => draft.flush()}
          kinds={isOfClass ? localRuntimeKinds : undefined}
          rehearses={!isOfClass}
        />
        <Checkbox.Group
          label={t('study-editor:form.requirements')}
          description={t('study-editor:form.requirements_hint')}
          value={requirements.value}
          onChange={requirements.onChange}
          error={requirements.error}
        >
          <Stack gap="sm" mt="xs">
            {BrowserRequirement.options.map((one) => (
              <Checkbox key={one} value={one} size="md" label={t(`studies:requirement.${one}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group align="flex-start" gap="md">
          <MinutesField
            {...maximum}
            flex="0 1 14rem"
            label={t('study-editor:form.maximum_minutes')}
            description={t('study-editor:form.maximum_minutes_hint')}
            min={1}
            max={limits.durationMinutes}
          />
        </Group>
        <Checkbox
          size="md"
          checked={repeats.value}
          onChange={({ currentTarget }) => repeats.onChange(currentTarget.checked)}
          label={t('study-editor:form.allow_repeats')}
          description={t('study-editor:form.allow_repeats_hint')}
        />
        <Checkbox
          size="md"
          checked={credit.value}
          onChange={({ currentTarget }) => credit.onChange(currentTarget.checked)}
          label={t('study-editor:form.offers_credit')}
          description={t('study-editor:form.offers_credit_hint')}
        />
      </Stack>
    </Fieldset>
  );
}

import {
  Checkbox,
  ColorInput,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import {
  timelineLanguages,
  type TimelineSettings,
} from '../../../../../contracts/timeline/timeline';
import { useBuilder, useTimeline } from '../draft/use-builder';
import { FilesField } from '../files/files-field';
import classes from '../fields/fields.module.css';
import { FormSection } from '../fields/section';

const colours = ['#ffffff', '#f4f2ee', '#808080', '#333333', '#000000'];
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** The settings of the whole experiment, and its files. */
export function SettingsForm() {
  const { t } = useTranslation('builder');
  const { draft } = useBuilder();
  const { title, language, settings } = useTimeline();
  const set = (more: Partial<TimelineSettings>, what: string | null = null) =>
    draft.change(
      (timeline) => ({
        ...timeline,
        settings: JSON.parse(JSON.stringify({ ...timeline.settings, ...more })) as TimelineSettings,
      }),
      what && `settings ${what}`,
    );
  const number = (what: 'text_size' | 'gap_ms' | 'minimum_valid_rt', min: number, max: number) => (
    <NumberInput
      label={t(`settings.${what}`)}
      description={t(`settings.${what}_hint`)}
      suffix={what === 'text_size' ? ' px' : ' ms'}
      min={min}
      max={max}
      allowDecimal={false}
      value={settings[what] ?? ''}
      onChange={(next) => set({ [what]: typeof next === 'number' ? next : undefined }, what)}
    />
  );
  return (
    <>
      <TextInput
        data-name-field
        label={t('settings.title')}
        description={t('settings.title_hint')}
        maxLength={limits.title}
        value={title}
        onChange={({ currentTarget: { value } }) =>
          draft.change((timeline) => ({ ...timeline, title: value }), 'title')
        }
      />
      <NativeSelect
        label={t('settings.language')}
        description={t('settings.language_hint')}
        value={language}
        data={timelineLanguages.map((one) => ({ value: one, label: t(`language.${one}`) }))}
        onChange={({ currentTarget }) => {
          const next = timelineLanguages.find((one) => one === currentTarget.value);
          if (next) draft.change((timeline) => ({ ...timeline, language: next }));
        }}
      />
      <FormSection title={t('settings.looks')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {(['background', 'text_color'] as const).map((what) => (
            <ColorInput
              key={what}
              label={t(`settings.${what}`)}
              format="hex"
              swatches={colours}
              eyeDropperButtonProps={{ 'aria-label': t('settings.pick_colour') }}
              value={settings[what] ?? ''}
              onChange={(next) => {
                if (next === '' || isColour(next)) set({ [what]: next || undefined }, what);
              }}
            />
          ))}
          {number('text_size', 8, 100)}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('settings.flow')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
          {number('gap_ms', 0, timelineLimits.timelineMs)}
          {number('minimum_valid_rt', 0, timelineLimits.timelineMs)}
        </SimpleGrid>
        {(['fullscreen', 'progress_bar'] as const).map((what) => (
          <Checkbox
            key={what}
            mt="sm"
            label={t(`settings.${what}`)}
            description={t(`settings.${what}_hint`)}
            checked={settings[what] ?? false}
            onChange={({ currentTarget }) => set({ [what]: currentTarget.checked || undefined })}
          />
        ))}
      </FormSection>
      <FormSection title={t('files.title')} hint={t('files.hint')}>
        <div className={classes.field}>
          <FilesField />
        </div>
      </FormSection>
    </>
  );
}

import { Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';
import { ExternalLinkFields } from './external-link-fields';
import type { Runtime as RuntimeSchema } from '../../../../../contracts/study-runtime';

type Runtime = z.output<typeof RuntimeSchema>;
interface Props {
  value: Runtime | null;
  onChange: (value: Runtime | null) => void;
  error?: string;
}

/**
 * Where the study takes place (docs/domain.md, 6): at an external URL, at a location, or as the
 * notes say.
 */
export function RuntimeField({ value, onChange, error }: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const kind = value?.kind ?? 'none';
  const choose = (next: string) =>
    onChange(
      next === 'external'
        ? { kind: 'external', url: '' }
        : next === 'onsite'
          ? { kind: 'onsite', place: '' }
          : next === 'video'
            ? { kind: 'video' }
            : null,
    );
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('study-editor:form.runtime')}
        description={t('study-editor:form.runtime_hint')}
        value={kind}
        onChange={choose}
      >
        <Stack gap="sm" mt="xs">
          {(['none', 'external', 'onsite', 'video'] as const).map((one) => (
            <Radio
              key={one}
              value={one}
              size="md"
              label={t(`runtime.${one}`)}
              description={t(`runtime_text.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value?.kind === 'external' && (
        <ExternalLinkFields value={value} onChange={onChange} error={error} />
      )}
      {value?.kind === 'onsite' && (
        <TextInput
          label={t('study-editor:form.place')}
          description={t('study-editor:form.place_hint')}
          maxLength={limits.title}
          value={value.place ?? ''}
          onChange={({ currentTarget }) => onChange({ kind: 'onsite', place: currentTarget.value })}
          error={error}
        />
      )}
    </Stack>
  );
}

import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PrivacyLevel, privacyLevels } from '../../../../contracts/studies/studies';

interface Props {
  value: PrivacyLevel;
  onChange: (value: PrivacyLevel) => void;
  error?: string;
  disabled?: boolean;
}

/**
 * The field for the privacy level: who learns which participants took part. Participants later read
 * the same explanations of the levels.
 */
export function PrivacyField({ value, onChange, error, disabled }: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  return (
    <Radio.Group
      label={t('study-editor:form.privacy')}
      description={t('study-editor:form.privacy_hint')}
      value={value}
      onChange={(next) => onChange(next)}
      error={error}
    >
      <Stack gap="sm" mt="xs">
        {privacyLevels.map((level) => (
          <Radio
            key={level}
            value={level}
            label={t(`privacy.${level}`)}
            description={t(`privacy_text.${level}`)}
            disabled={disabled}
            size="md"
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

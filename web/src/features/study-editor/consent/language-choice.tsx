import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../../../contracts/base/languages';

/** The languages of the pages, and further languages in which consent forms are often written. */
const offered = [
  ...languages,
  ...['ar', 'cs', 'da', 'el', 'fa', 'fi', 'he', 'hi', 'hu', 'id', 'nb', 'nl', 'ro', 'sk', 'sl'],
  ...['sv', 'th', 'uk', 'vi'],
];

/** A field for a language, by its name in the language of the page. */
export function LanguageChoice({
  label,
  description,
  value,
  onChange,
  error,
  optional = false,
}: {
  label: string;
  description?: string;
  value: string;
  onChange: (locale: string) => void;
  error?: string;
  optional?: boolean;
}) {
  const { t, i18n } = useTranslation('study-editor');
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const known = [...new Set([...offered, ...(value ? [value] : [])])];
  const sorted = known
    .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
  return (
    <NativeSelect
      label={label}
      description={description}
      maw="20rem"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        ...(optional || value === ''
          ? [{ value: '', label: t('consent_form.language_none') }]
          : []),
        ...sorted,
      ]}
    />
  );
}

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listStudies } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';

const typingMs = 250;

/** The field that chooses one study, searched by title on the server, or all studies. */
export function StudyField({
  value,
  onChange,
}: {
  /** Null means all studies. */
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const { t } = useTranslation('webhooks');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [typed, setTyped] = useState('');
  // While the field contains the title of the chosen study, that text is not searched for.
  const [text] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), typingMs);
  const found = useQuery({
    ...query(listStudies, { query: { scope: 'mine', ...(text && { text }) } }),
    placeholderData: keepPreviousData,
  });
  const studies = (found.data?.items ?? []).map(({ _id, title }) => ({ value: _id, label: title }));
  const isListed = studies.some((study) => study.value === value);
  const data = chosen && !isListed ? [chosen, ...studies] : studies;
  return (
    <Select
      searchable
      clearable
      label={t('new.study')}
      description={t('new.study_hint')}
      placeholder={t('all_studies')}
      nothingFoundMessage={t('new.no_study')}
      data={data}
      value={value}
      onSearchChange={setTyped}
      onChange={(id) => {
        setChosen(data.find((one) => one.value === id) ?? null);
        onChange(id);
      }}
    />
  );
}

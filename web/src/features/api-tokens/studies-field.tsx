import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { apiTokensLimits } from '../../../../contracts/api-tokens/limits';
import { listStudies } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';

interface Props {
  /** Null means all studies. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
  error?: string;
}

/** Lets the person choose all studies, or some studies by title. */
export function StudiesField({ value, onChange, error }: Props) {
  const { t } = useTranslation('api-tokens');
  const own = useQuery({
    ...query(listStudies, { query: { scope: 'mine', limit: limits.pageSizeMax } }),
    enabled: value !== null,
  });
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('new.studies')}
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('new.all')} />
          <Radio value="some" label={t('new.some')} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <MultiSelect
          searchable
          label={t('new.choose')}
          description={t('new.choose_hint', { count: apiTokensLimits.apiTokenStudies })}
          maxValues={apiTokensLimits.apiTokenStudies}
          data={(own.data?.items ?? []).map(({ _id, title }) => ({ value: _id, label: title }))}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
    </Stack>
  );
}

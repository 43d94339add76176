import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

export interface SearchedChoice {
  value: string;
  label: string;
}
interface Props {
  label: string;
  description: string;
  placeholder: string;
  /** The text that the list shows if nothing matches. */
  nothing: string;
  failed: string;
  value: SearchedChoice | null;
  onChange: (choice: SearchedChoice | null) => void;
  find: (
    text: string,
  ) => UseQueryOptions<SearchedChoice[], Error, SearchedChoice[], readonly unknown[]>;
}

/** A field that chooses from a list, which the server searches. */
export function SearchedSelect({ find, value, onChange, nothing, failed, ...words }: Props) {
  const [typed, setTyped] = useState('');
  // While the field contains the name of the chosen item, that text is not searched for.
  const isChosen = typed === value?.label;
  const [text] = useDebouncedValue(isChosen ? '' : typed.trim(), 250);
  const { data, error } = useQuery({ ...find(text), placeholderData: keepPreviousData });
  const found = data ?? [];
  const isListed = value === null || found.some((one) => one.value === value.value);
  return (
    <Select
      {...words}
      searchable
      clearable
      maxLength={200}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={isListed ? found : [value, ...found]}
      value={value?.value ?? null}
      onChange={(chosen) =>
        onChange([...found, ...(value ? [value] : [])].find((one) => one.value === chosen) ?? null)
      }
      nothingFoundMessage={error ? failed : nothing}
    />
  );
}

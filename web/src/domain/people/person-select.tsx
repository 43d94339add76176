import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findUsers, readUser } from '../../../../contracts/accounts/accounts';
import { Id } from '../../../../contracts/base/fields';
import { fullName } from '../../../../contracts/base/full-name.rule';
import { query } from '../../lib/http/api';
import { readableEmail } from '../../lib/intl/shown-email';

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** The id of the chosen person; empty for none. */
  person: string;
  onChange: (id: string) => void;
  /** Finds only people with this role. */
  role?: 'researcher';
}

/**
 * A field in which an administrator searches for a person; the person already chosen stays in the
 * list.
 */
export function PersonSelect({ person, onChange, role, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    ...query(readUser, { params: { id: person } }),
    enabled: Id.safeParse(person).success,
  }).data;
  const label = (one: { first_name: string; last_name: string; email?: string | undefined }) =>
    [fullName(one), one.email && readableEmail(one.email)].filter(Boolean).join(' · ');
  const found =
    useQuery({
      ...query(findUsers, {
        query: {
          limit: 20,
          ...(role && { role }),
          ...(text && text !== (chosen && label(chosen)) && { text }),
        },
      }),
      placeholderData: keepPreviousData,
    }).data?.items ?? [];
  const options = [
    ...(chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen] : []),
    ...found,
  ];
  return (
    <Select
      {...field}
      searchable
      data={options.map((one) => ({ value: one._id, label: label(one) }))}
      filter={({ options: all }) => all}
      value={chosen ? person : null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setTyped}
    />
  );
}

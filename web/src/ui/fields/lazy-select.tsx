import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { type ComponentPropsWithRef, useState } from 'react';

/** An entry of a list: its value, or its value and its text. */
type Entry = string | { value: string; label: string };

/**
 * Returns the entries of a list of hundreds: only the chosen ones until the list is first opened.
 * A closed list is part of the page, so each change of a form would render all entries again.
 */
function useEntries(all: readonly Entry[], chosen: readonly string[], onDropdownOpen?: () => void) {
  const [wasOpened, setOpened] = useState(false);
  const valueOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.value);
  return {
    data: wasOpened ? [...all] : all.filter((entry) => chosen.includes(valueOf(entry))),
    onDropdownOpen: () => {
      setOpened(true);
      onDropdownOpen?.();
    },
  };
}

/** The form that contains the field keeps its value. */
type Lazy<Props> = Omit<Props, 'data' | 'defaultValue'> & { data: readonly Entry[] };

/** A searchable field with hundreds of entries, of which one can be chosen. */
export function LazySelect({
  data,
  value,
  onDropdownOpen,
  ...others
}: Lazy<SelectProps> & Pick<ComponentPropsWithRef<'input'>, 'ref'>) {
  const entries = useEntries(data, value ? [String(value)] : [], onDropdownOpen);
  return <Select searchable {...others} value={value} {...entries} />;
}

/** A searchable field with hundreds of entries, of which several can be chosen. */
export function LazyMultiSelect({
  data,
  value = [],
  onDropdownOpen,
  ...others
}: Lazy<MultiSelectProps> & Pick<ComponentPropsWithRef<'input'>, 'ref'>) {
  const entries = useEntries(data, value.map(String), onDropdownOpen);
  return <MultiSelect searchable {...others} value={value} {...entries} />;
}

import { Select } from '@mantine/core';
import { useState } from 'react';
import type { SelectChoice } from './time-zone-and-country-choices';

interface Props {
  label: string;
  description: string;
  own: SelectChoice | null;
  /** The text shown while there is no value. */
  none: string;
  /**
   * Returns hundreds of choices, so the field calls it only when the list is first opened.
   */
  all: () => readonly SelectChoice[];
  onChoose: (value: string) => void;
}

/** A searchable field with hundreds of choices. */
export function LongSelect({ label, description, own, none, all, onChoose }: Props) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Select
      label={label}
      description={description}
      // The hint is below the input: the field beside it may have a longer hint, and a hint above
      // would move the inputs out of line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={none}
      data={isOpened ? [...all()] : own ? [own] : []}
      value={own?.value ?? null}
      onChange={(value) => value && onChoose(value)}
      onDropdownOpen={() => setOpened(true)}
      allowDeselect={false}
      searchable
    />
  );
}

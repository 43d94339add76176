import { Select } from '@mantine/core';
import { useState } from 'react';
import type { Choice } from './region-choices';

interface Props {
  label: string;
  description: string;
  own: Choice | null;
  /** What holds while there is none. */
  none: string;
  /** Hundreds: made when the list is opened first. */
  all: () => readonly Choice[];
  onChoose: (value: string) => void;
}

/** One of hundreds of values. */
export function LongSelect({ label, description, own, none, all, onChoose }: Props) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Select
      label={label}
      description={description}
      // Beside another field, whose hint may be longer.
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

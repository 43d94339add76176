import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from './icons/search';
import type { RefObject } from 'react';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when the person presses Escape, which also leaves the field. */
  onClear: () => void;
  /** Called when the person presses the arrow-down key. */
  onDown?: () => void;
}

/** The search field of a list. The key `/` moves the focus to it from anywhere on the page. */
export function SearchField({ field, label, value, onChange, onClear, onDown }: Props) {
  useHotkeys([['/', () => field.current?.focus()]]);
  return (
    <TextInput
      ref={field}
      type="search"
      flex="1 1 16rem"
      value={value}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        <Kbd visibleFrom="md" size="xs" aria-hidden>
          /
        </Kbd>
      }
      maxLength={200}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && onDown) {
          event.preventDefault();
          onDown();
        }
        if (event.key === 'Escape') {
          onClear();
          event.currentTarget.blur();
        }
      }}
    />
  );
}

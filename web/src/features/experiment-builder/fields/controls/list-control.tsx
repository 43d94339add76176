import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '../../../../ui/icons/plus';
import { IconX } from '../../../../ui/icons/x';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../../../contracts/timeline/timeline-values';

interface Props {
  label: string;
  value: readonly Json[];
  /** Makes the value of a new item. */
  fresh: () => Json;
  /** Renders the field of one item. */
  item: (value: Json, index: number, onChange: (next: Json | undefined) => void) => ReactNode;
  onChange: (value: Json[]) => void;
}

/** A list of values, each with a field, and a button that adds one and moves the focus to it. */
export function ListControl({ label, value, fresh, item, onChange }: Props) {
  const { t } = useTranslation('builder');
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll<HTMLElement>(':scope > [data-item]')[index];
      row
        ?.querySelector<HTMLElement>('input, textarea, [contenteditable=true], select, button')
        ?.focus();
    });
  return (
    <Stack gap="xs" ref={list} role="group" aria-label={label}>
      {value.map((one, i) => (
        <Group key={i} data-item gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            {item(one, i, (next) =>
              onChange(value.map((old, j) => (j === i ? (next ?? fresh()) : old))),
            )}
          </div>
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t('list.remove', { name: label, number: i + 1 })}
            onClick={() => {
              onChange(value.filter((_, j) => j !== i));
              focus(Math.max(0, i - 1));
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('list.add_to', { name: label })}
          onClick={() => {
            onChange([...value, fresh()]);
            focus(value.length);
          }}
        >
          {t('list.add')}
        </Button>
      </Group>
    </Stack>
  );
}

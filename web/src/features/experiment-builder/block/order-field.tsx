import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import type {
  TimelineBlock,
  TimelineRowSampling,
  VariablesTable,
} from '../../../../../contracts/timeline/timeline';
import {
  parseRowGroups,
  parseNumberList,
  rowOrderOf,
  rowOrders,
  textOfRowGroups,
  withRowOrder,
} from '../nodes/order.rule';

interface Props {
  block: TimelineBlock;
  /** The table that the block runs through. */
  table: VariablesTable;
  onChange: (make: (block: TimelineBlock) => TimelineBlock, what?: string) => void;
}

/** Chooses which rows of the table are shown, and in which order. */
export function RowOrderField({ block, table, onChange }: Props) {
  const { t } = useTranslation('builder');
  const order = rowOrderOf(block);
  const { sample } = block;
  const rows = table.rows.length;
  const set = (next: TimelineRowSampling, what: string) =>
    onChange((one) => ({ ...one, sample: next }), what);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('order.label')}
        description={t(`order_text.${order}`)}
        value={order}
        data={rowOrders.map((one) => ({ value: one, label: t(`order.${one}`) }))}
        onChange={({ currentTarget }) => {
          const next = rowOrders.find((one) => one === currentTarget.value);
          if (next) onChange((one) => withRowOrder(one, next, rows));
        }}
      />
      {sample && 'size' in sample && (
        <NumberInput
          maw="16rem"
          label={t(sample.type === 'fixed_repetitions' ? 'order.times' : 'order.size')}
          min={1}
          max={
            sample.type === 'without_replacement'
              ? Math.max(1, rows)
              : timelineLimits.timelineRepetitions
          }
          allowDecimal={false}
          value={sample.size}
          onChange={(size) =>
            typeof size === 'number' && size >= 1 && set({ ...sample, size }, 'size')
          }
        />
      )}
      {sample?.type === 'with_replacement' && (
        <Typed
          key={rows}
          label={t('order.weights')}
          help={t('order.weights_text')}
          start={sample.weights?.join(', ') ?? ''}
          wrong={t('order.weights_wrong', { count: rows })}
          read={(text) => {
            const weights = parseNumberList(text);
            if (text.trim() === '') set({ type: sample.type, size: sample.size }, 'weights');
            else if (weights?.length === rows) set({ ...sample, weights }, 'weights');
            else return false;
            return true;
          }}
        />
      )}
      {sample?.type === 'alternate_groups' && (
        <Typed
          label={t('order.groups')}
          help={t('order.groups_text')}
          start={textOfRowGroups(sample.groups)}
          wrong={t('order.groups_wrong')}
          read={(text) => {
            const groups = parseRowGroups(text);
            if (groups) set({ ...sample, groups }, 'groups');
            return groups !== null;
          }}
        />
      )}
    </Stack>
  );
}

/**
 * A field for numbers. A text that is not a number stays in the field with an error, and does not
 * change the value.
 */
function Typed(props: {
  label: string;
  help: string;
  start: string;
  wrong: string;
  read: (text: string) => boolean;
}) {
  const [text, setText] = useState(props.start);
  const [isRight, setRight] = useState(true);
  return (
    <TextInput
      label={props.label}
      description={props.help}
      value={text}
      error={isRight ? undefined : props.wrong}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setRight(props.read(currentTarget.value));
      }}
    />
  );
}

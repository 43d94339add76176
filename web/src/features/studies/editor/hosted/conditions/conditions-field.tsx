import { Checkbox, NumberInput, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { limits } from '../../../../../../../contracts/base/limits';
import { conditionDraws, type Conditions } from '../../../../../../../contracts/conditions';
import { fieldText } from '../../../../../lib/form';
import { ConditionsTable } from './conditions-table';
import { DesignPanel } from './design-panel';
import { conditionsOf, tableOf, type TableFault } from './conditions-csv';

type Given = z.input<typeof Conditions>;
interface Props {
  value: Given | null;
  onChange: (value: Given | null) => void;
  error?: string | undefined;
}
/** Of the faults of a table, so many are shown at once. */
const mostFaults = 8;
const beginning = 'name,condition\nA,a\nB,b';

/** What differs between participants, drawn for each at the start. */
export function ConditionsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('conditions');
  const { t: common } = useTranslation('common');
  const [text, setText] = useState(() => (value ? tableOf(value.cells) : ''));
  const [faults, setFaults] = useState<readonly TableFault[]>([]);
  const change = (more: Partial<Given>) => value && onChange({ ...value, ...more });
  const write = (next: string) => {
    setText(next);
    const read = conditionsOf(next);
    setFaults('faults' in read ? read.faults : []);
    if ('faults' in read) return;
    onChange({ draw: 'least_filled', blinded: false, ...value, cells: read.cells });
  };
  const said = ({ line, column, code }: TableFault) =>
    line === 1 && code === 'too_small'
      ? t('fault.two')
      : code === 'uneven'
        ? t('fault.uneven', { line })
        : code === 'no_key'
          ? t('fault.no_key', { column })
          : column
            ? t('fault.column', { line, column, text: fieldText(common, code) ?? code })
            : t('fault.line', { line, text: fieldText(common, code) ?? code });
  const told =
    faults.length > 0 ? faults.slice(0, mostFaults).map(said).join('\n') : (error ?? undefined);
  return (
    <Stack gap="md">
      <Switch
        size="md"
        label={t('switch')}
        description={t('switch_hint')}
        checked={value !== null}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) write(text || beginning);
          else {
            setFaults([]);
            onChange(null);
          }
        }}
      />
      {value && (
        <>
          <Textarea
            label={t('table.label')}
            description={t('table.hint')}
            autosize
            minRows={4}
            maxRows={16}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={text}
            onChange={({ currentTarget }) => write(currentTarget.value)}
            error={told && <span style={{ whiteSpace: 'pre-line' }}>{told}</span>}
          />
          <DesignPanel onMade={(cells) => write(tableOf(cells))} />
          <ConditionsTable cells={value.cells} isOld={faults.length > 0} />
          <Radio.Group
            label={t('draw.label')}
            description={value.draw === 'weights' ? undefined : t('draw.anonymous')}
            value={value.draw}
            onChange={(next) => {
              const draw = conditionDraws.find((one) => one === next);
              if (draw) change({ draw });
            }}
          >
            <Stack gap="sm" mt="xs">
              {conditionDraws.map((draw) => (
                <Radio
                  key={draw}
                  value={draw}
                  size="md"
                  label={t(`draw.${draw}`)}
                  description={t(`draw_text.${draw}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {value.draw === 'blocks' && (
            <NumberInput
              maw="22rem"
              label={t('repeats')}
              description={t('repeats_hint', { size: sizeOf(value) })}
              min={1}
              max={limits.conditionRepeats}
              clampBehavior="none"
              allowDecimal={false}
              value={value.repeats ?? 1}
              onChange={(next) => change({ repeats: next === '' ? Number.NaN : Number(next) })}
            />
          )}
          <Checkbox
            size="md"
            label={t('blinded')}
            description={t('blinded_hint')}
            checked={value.blinded}
            onChange={({ currentTarget }) => change({ blinded: currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}

const sizeOf = ({ cells, repeats = 1 }: Given) =>
  cells.reduce((sum, { share }) => sum + share, 0) * (Number.isNaN(repeats) ? 1 : repeats);

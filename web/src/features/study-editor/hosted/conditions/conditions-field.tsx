import { Checkbox, NumberInput, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { studyFilesLimits } from '../../../../../../contracts/study-files/limits';
import {
  conditionAssignmentMethods,
  type Conditions,
} from '../../../../../../contracts/study-files/conditions';
import type { ColumnKind } from '../../../../../../contracts/tables/column-kind.rule';
import { fieldErrorText } from '../../../../lib/form';
import { tableFaults } from '../../../../lib/tables/read-table';
import { useTableFaultText } from '../../../../ui/tables/table-faults';
import { ConditionsTable } from './conditions-table';
import { ConditionDesignPanel } from './design-panel';
import { parseConditions, conditionsTableText, type ConditionsFault } from './conditions-csv';

type Given = z.input<typeof Conditions>;
interface Props {
  value: Given | null;
  onChange: (value: Given | null) => void;
  error?: string | undefined;
}
/** How many errors of a table are shown at most. */
const mostFaults = 8;
/** Returns the types of the columns in a table of conditions; empty if the table has errors. */
function kindsOf(text: string): ReadonlyMap<string, ColumnKind> {
  const read = parseConditions(text);
  return 'kinds' in read ? read.kinds : new Map<string, ColumnKind>();
}
const beginning = 'name,condition\nA,a\nB,b';

/** The field for the conditions of a study. The study draws one of them for each participant. */
export function ConditionsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('conditions');
  const { t: common } = useTranslation('common');
  const faultText = useTableFaultText();
  const [text, setText] = useState(() => (value ? conditionsTableText(value.cells) : ''));
  const [faults, setFaults] = useState<readonly ConditionsFault[]>([]);
  const [kinds, setKinds] = useState(() => kindsOf(text));
  const change = (more: Partial<Given>) => value && onChange({ ...value, ...more });
  const write = (next: string) => {
    setText(next);
    const read = parseConditions(next);
    setFaults('faults' in read ? read.faults : []);
    if ('faults' in read) return;
    setKinds(read.kinds);
    onChange({ draw: 'least_filled', blinded: false, ...value, cells: read.cells });
  };
  const said = ({ line, column, code }: ConditionsFault) => {
    const ofTable = tableFaults.find((one) => one === code);
    // If the error names no condition, it is about the number of conditions.
    if (code === 'too_small' && column === '') return t('fault.two');
    if (ofTable) return faultText({ line, column, code: ofTable });
    if (code === 'no_key') return t('fault.no_key', { column });
    const what = fieldErrorText(common, code) ?? code;
    return column
      ? t('fault.column', { line, column, text: what })
      : t('fault.line', { line, text: what });
  };
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
          <ConditionDesignPanel onMade={(cells) => write(conditionsTableText(cells))} />
          <ConditionsTable cells={value.cells} kinds={kinds} isOld={faults.length > 0} />
          <Radio.Group
            label={t('draw.label')}
            description={value.draw === 'weights' ? undefined : t('draw.anonymous')}
            value={value.draw}
            onChange={(next) => {
              const draw = conditionAssignmentMethods.find((one) => one === next);
              if (draw) change({ draw });
            }}
          >
            <Stack gap="sm" mt="xs">
              {conditionAssignmentMethods.map((draw) => (
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
              max={studyFilesLimits.conditionRepeats}
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

import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExternalDataCheck } from '../../../../../../contracts/research-data/external-data';
import { useColumnTypeName } from '../../../../ui/tables/kind-name';
import classes from './column-choice.module.css';

interface Props {
  check: ExternalDataCheck;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/**
 * The field that chooses which columns are stored. Columns that name or locate a person are never
 * stored, and the field says why.
 */
export function ColumnChoice({ check, chosen, onChange }: Props) {
  const { t } = useTranslation('external-data');
  const kindName = useColumnTypeName();
  const { columns, participant, session } = check;
  const others = columns.filter(({ number }) => number !== participant && number !== session);
  if (others.length === 0) return null;
  const toggle = (number: number, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(number);
    else next.delete(number);
    onChange(next);
  };
  return (
    <Stack gap="xs" component="fieldset" className={classes.columns}>
      <Group component="legend" gap="sm" justify="space-between" w="100%">
        <Text fw={600} size="sm">
          {t('choose_columns', { count: chosen.size, of: others.length })}
        </Text>
      </Group>
      <div className={classes.list} tabIndex={0} role="region" aria-label={t('all_columns')}>
        {others.map(({ number, name, values, type, decimal_comma, reason, refused }) => (
          <Checkbox
            key={number}
            label={name || t('unnamed', { number })}
            description={
              reason
                ? `${t(`reason.${reason}`)} ${refused ? t(reason === 'roster' ? 'never' : 'refused') : ''}`
                : `${kindName(type, decimal_comma)} · ${t('values', { count: values })}`
            }
            checked={chosen.has(number)}
            disabled={refused}
            onChange={({ currentTarget }) => toggle(number, currentTarget.checked)}
          />
        ))}
      </div>
    </Stack>
  );
}

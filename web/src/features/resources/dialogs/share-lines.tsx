import { Checkbox, Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dialogs.module.css';

export type SharePermission = 'copy' | 'read';
const rights = ['read', 'copy'] as const;

export interface ShareLine {
  key: string;
  title: string;
}

interface Props {
  /** The accessible name of the group of checkboxes, for screen readers. */
  label: string;
  lines: readonly ShareLine[];
  /**
   * The chosen studies or classrooms. Maps the key of each to what its people may do with the
   * folder.
   */
  chosen: ReadonlyMap<string, SharePermission>;
  onChange: (key: string, may: SharePermission | undefined) => void;
}

/**
 * Lists the studies or classrooms with which a folder can be shared, and what their people may do.
 */
export function ShareLines({ label, lines, chosen, onChange }: Props) {
  const { t } = useTranslation('resources');
  return (
    <div role="group" aria-label={label}>
      {lines.map(({ key, title }) => (
        <Group key={key} className={classes.share} justify="space-between" gap="sm">
          <Checkbox
            label={title}
            flex="1 1 12rem"
            checked={chosen.has(key)}
            onChange={({ currentTarget }) =>
              onChange(key, currentTarget.checked ? 'read' : undefined)
            }
          />
          {chosen.has(key) && (
            <Select
              aria-label={t('share.may', { title })}
              w="14rem"
              value={chosen.get(key) ?? 'read'}
              data={rights.map((value) => ({ value, label: t(`share.${value}`) }))}
              onChange={(may) => onChange(key, may === 'copy' ? 'copy' : 'read')}
            />
          )}
        </Group>
      ))}
    </div>
  );
}

import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  id: string;
  /** The study's title. */
  title: string;
  selected: boolean;
  tabIndex: number;
  onSelect: (id: string, range: boolean) => void;
}

/**
 * Selects a session. With the Shift key, it selects the whole range from the session that was last
 * selected to this session. It does not re-render when numbers change.
 */
export const SelectionCheckbox = memo(function SelectBox({
  id,
  title,
  selected,
  tabIndex,
  onSelect,
}: Props) {
  const { t } = useTranslation('sessions');
  return (
    <Checkbox
      checked={selected}
      onChange={({ nativeEvent }) => onSelect(id, (nativeEvent as MouseEvent).shiftKey)}
      tabIndex={tabIndex}
      aria-label={t('select.one', { title })}
      data-no-print
    />
  );
});

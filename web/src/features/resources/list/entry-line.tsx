import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { IconDots } from '../../../ui/icons/dots';
import { TimeText } from '../../../ui/when';
import type { ResourceEntry } from '../entries/entry.rule';
import { EntryPicture } from './entry-picture';
import classes from './list.module.css';
import { useEntryWords } from './use-entry-words';

export interface EntryProps {
  entry: ResourceEntry;
  index: number;
  isSelected: boolean;
  /** Whether the Tab key reaches this entry. Arrow keys reach all other entries. */
  isStop: boolean;
  /** The path of the folder that contains the entry; set only in the results of a search. */
  place: string | undefined;
  onPick: (index: number, event: MouseEvent) => void;
  onToggle: (index: number) => void;
  onOpen: (entry: ResourceEntry) => void;
}

/** Opens the list's context menu at the button; a right click opens it at the pointer. */
const openMenu = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  const { left, bottom } = currentTarget.getBoundingClientRect();
  currentTarget.dispatchEvent(
    new globalThis.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  );
};

function EntryTools(props: Pick<EntryProps, 'entry' | 'index' | 'isSelected' | 'onToggle'>) {
  const { entry, index, isSelected, onToggle } = props;
  const { t } = useTranslation('resources');
  return (
    <span className={classes.check} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        tabIndex={-1}
        aria-label={t('select', { name: entry.name })}
        checked={isSelected}
        onChange={() => onToggle(index)}
      />
    </span>
  );
}

function MenuOf({ entry }: { entry: ResourceEntry }) {
  const { t } = useTranslation('resources');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      tabIndex={-1}
      aria-label={t('actions_for', { name: entry.name })}
      aria-haspopup="menu"
      className={classes.dots}
      onClick={(event) => {
        event.stopPropagation();
        openMenu(event);
      }}
    >
      <IconDots size={20} aria-hidden />
    </ActionIcon>
  );
}

function Name({ entry, onOpen }: Pick<EntryProps, 'entry' | 'onOpen'>) {
  return (
    <UnstyledButton
      tabIndex={-1}
      data-inline
      className={classes.name}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.stopPropagation();
        onOpen(entry);
      }}
    >
      {entry.name}
    </UnstyledButton>
  );
}

/** An entry as a row of the table. */
export const EntryLine = memo(function EntryLine(props: EntryProps) {
  const { entry, index, isSelected, isStop, place, onPick, onOpen } = props;
  const words = useEntryWords();
  const isFile = entry.kind === 'file';
  const bytes = isFile ? formatBytes(entry.file.bytes) : '';
  const changed = isFile ? entry.file.updated_at : entry.folder.updated_at;
  const measure = words.measure(entry);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      data-line={index}
      className={classes.line}
      onClick={(event) => onPick(index, event)}
      onDoubleClick={() => onOpen(entry)}
    >
      <span role="gridcell" className={classes.tools}>
        <EntryTools {...props} />
      </span>
      <span role="rowheader" className={classes.main}>
        <span className={classes.picture}>
          <EntryPicture entry={entry} size={24} />
        </span>
        <span className={classes.words}>
          <Name entry={entry} onOpen={onOpen} />
          {place !== undefined && <span className={classes.place}>{place}</span>}
          <span className={classes.narrow}>
            {[words.kind(entry), bytes, measure].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      <span role="gridcell" className={classes.wide}>
        {words.kind(entry)}
      </span>
      <span role="gridcell" className={`${classes.wide} numbers`}>
        {measure}
      </span>
      <span role="gridcell" className={`${classes.wide} ${classes.bytes} numbers`}>
        {bytes}
      </span>
      <span role="gridcell" className={classes.wide}>
        <TimeText at={changed} relative />
      </span>
      <span role="gridcell" className={classes.end}>
        <MenuOf entry={entry} />
      </span>
    </div>
  );
});

/** An entry as a card of the grid. */
export const EntryCard = memo(function EntryCard(props: EntryProps) {
  const { entry, index, isSelected, isStop, onPick, onOpen } = props;
  const words = useEntryWords();
  return (
    <div
      role="gridcell"
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      data-line={index}
      className={classes.card}
      onClick={(event) => onPick(index, event)}
      onDoubleClick={() => onOpen(entry)}
    >
      <span className={classes.cover}>
        <EntryPicture entry={entry} size={48} />
      </span>
      <EntryTools {...props} />
      <span className={classes.caption}>
        <span className={classes.words}>
          <Name entry={entry} onOpen={onOpen} />
          <span className={classes.small}>{words.measure(entry) || words.kind(entry)}</span>
        </span>
        <MenuOf entry={entry} />
      </span>
    </div>
  );
});

import {
  ActionIcon,
  Button,
  ColorInput,
  Group,
  NativeSelect,
  Popover,
  Stack,
  Tooltip,
} from '@mantine/core';
import { IconBold } from '../../../../ui/icons/bold';
import { IconCornerDownLeft } from '../../../../ui/icons/corner-down-left';
import { IconItalic } from '../../../../ui/icons/italic';
import { IconList } from '../../../../ui/icons/list';
import { IconPalette } from '../../../../ui/icons/palette';
import { IconUnderline } from '../../../../ui/icons/underline';
import type { Command, EditorState } from 'prosemirror-state';
import { useTranslation } from 'react-i18next';
import * as commands from './commands';
import classes from './rich.module.css';

interface Props {
  label: string;
  state: EditorState;
  columns: readonly string[];
  run: (command: Command) => void;
  onSource: () => void;
}

const icons = { bold: IconBold, italic: IconItalic, underline: IconUnderline };
const colours = ['#000000', '#ffffff', '#808080', '#c62828', '#2e7d32', '#1565c0', '#e65100'];
const sizes = ['0.8em', '1.5em', '2em', '3em', '4em'];
const levels = [0, 1, 2, 3];

/** The buttons that change the selection of a text. */
export function RichTextToolbar({ label, state, columns, run, onSource }: Props) {
  const { t } = useTranslation('builder');
  const level = commands.headingLevelIn(state);
  const size = commands.textStyleOf(state, 'font-size') ?? '';
  const colour = commands.textStyleOf(state, 'color') ?? '';
  const button = (
    name: 'bold' | 'italic' | 'underline' | 'list' | 'break',
    Icon: typeof IconBold,
    command: Command,
    pressed?: boolean,
  ) => (
    <Tooltip key={name} label={t(`text.${name}`)}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? undefined : 'gray'}
        size={36}
        aria-label={t(`text.${name}`)}
        aria-pressed={pressed}
        // Pressing a button must not move the selection out of the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run(command)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group
      gap={2}
      className={classes.tools}
      role="group"
      aria-label={t('text.tools', { name: label })}
      data-aside
    >
      {(['bold', 'italic', 'underline'] as const).map((name) => {
        const type = commands.textFormats[name];
        const has = commands.hasFormat(state, type);
        return button(name, icons[name], commands.toggleFormat(type), has);
      })}
      <NativeSelect
        size="xs"
        aria-label={t('text.level')}
        value={String(level)}
        data={[...new Set([...levels, level])].map((one) => ({
          value: String(one),
          label: one === 0 ? t('text.paragraph') : t('text.heading', { level: one }),
        }))}
        onChange={({ currentTarget }) => run(commands.setHeadingLevel(Number(currentTarget.value)))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('text.size')}
        value={size}
        data={[
          { value: '', label: t('text.size_usual') },
          ...[...new Set([...sizes, ...(size ? [size] : [])])].map((value) => ({
            value,
            label: value.endsWith('em') ? `× ${value.slice(0, -2)}` : value,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          run(commands.setTextStyle('font-size', value || null))
        }
      />
      <Popover withArrow trapFocus returnFocus>
        <Popover.Target>
          <Tooltip label={t('text.colour')}>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('text.colour')}>
              <IconPalette size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            <ColorInput
              label={t('text.colour')}
              format="hex"
              withPicker={false}
              swatches={colours}
              swatchesPerRow={7}
              popoverProps={{ withinPortal: false }}
              withEyeDropper={false}
              defaultValue={colour}
              onChange={(value) => {
                if (/^#[0-9a-f]{6}$/i.test(value)) run(commands.setTextStyle('color', value));
              }}
            />
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => run(commands.setTextStyle('color', null))}
            >
              {t('text.colour_usual')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {button('list', IconList, commands.toggleList, commands.isInList(state))}
      {button('break', IconCornerDownLeft, commands.insertLineBreak)}
      {columns.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="light"
          aria-label={t('text.insert', { name })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(commands.insertText(`{{${name}}}`))}
        >
          {`{{${name}}}`}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" ms="auto" onClick={onSource}>
        {t('text.source')}
      </Button>
    </Group>
  );
}

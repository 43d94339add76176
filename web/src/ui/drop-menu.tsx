import { Badge, Menu, type MenuProps } from '@mantine/core';
import { IconCheck } from './icons/check';
import { IconExternalLink } from './icons/external-link';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';

export interface MenuEntry {
  label: string;
  to?: string;
  /** The address to which the entry leads, if it is outside of the app. */
  href?: string;
  onClick?: () => void;
  disabled?: boolean;
  /** A short word beside the label, for example that the page is new. */
  mark?: string | undefined;
  /** Whether the entry stands for the page that is shown, or for the choice that is in effect. */
  current?: boolean | 'page';
}
export interface DropMenuProps {
  target: ReactElement;
  /**
   * Called when the menu has loaded. The menu brings its own button, which replaces the button that
   * the person pressed, so the caller must focus the new button.
   */
  onHere?: () => void;
  entries: readonly MenuEntry[];
  hint?: string;
  width?: number;
  position?: MenuProps['position'];
  itemClass?: string;
}

/**
 * A menu that opens as soon as it is rendered, since its file is loaded only when the person
 * presses the button.
 */
export function DropMenu({ target, onHere, entries, hint, ...props }: DropMenuProps) {
  const { width, position, itemClass } = props;
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    onHere?.();
    setOpened(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the menu appears
  }, []);
  return (
    <Menu
      position={position}
      width={width}
      opened={opened}
      onChange={setOpened}
      // The first item takes the focus (ARIA practices, menu button) instead of an invisible placeholder.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {hint && <Menu.Label>{hint}</Menu.Label>}
        {entries.map(({ label, to, href, onClick, disabled, mark, current }, i) => {
          const common = {
            'aria-current': current || undefined,
            disabled,
            className: itemClass,
            onClick,
            'data-autofocus': i === 0 || undefined,
          };
          if (href !== undefined)
            return (
              <Menu.Item
                key={label + href}
                component="a"
                href={href}
                {...common}
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                {label}
              </Menu.Item>
            );
          return to === undefined ? (
            <Menu.Item
              key={label}
              {...common}
              rightSection={current === true && <IconCheck size={16} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={label + to}
              component={Link}
              to={to}
              {...common}
              rightSection={mark && <Badge size="sm">{mark}</Badge>}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

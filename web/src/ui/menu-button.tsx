import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useRef,
  useState,
} from 'react';
import type { DropMenuProps } from './drop-menu';
import { onDemand } from './on-demand';

const DropMenu = onDemand(async () => (await import('./drop-menu')).DropMenu);

type Target = ReactElement<Record<string, unknown> & { ref?: Ref<HTMLButtonElement> }>;

/**
 * A button whose menu is fetched only when a person is about to use it. The button is in the header
 * of every page. With the header's menus, each page would be 50 % larger.
 */
export function MenuButton({
  target,
  onReach,
  ...menu
}: Omit<DropMenuProps, 'target' | 'onHere'> & {
  target: Target;
  /** Called when the person points at the button, focuses it or presses it. */
  onReach?: () => void;
}) {
  const [wanted, setWanted] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  const bare = cloneElement(target, { ref: element });
  const fetch = () => {
    onReach?.();
    return DropMenu.fetch();
  };
  const open = () => {
    onReach?.();
    setWanted(true);
  };
  const button = cloneElement(bare, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetch,
    onFocus: fetch,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
  return wanted ? (
    <DropMenu
      {...menu}
      target={bare}
      onHere={() => element.current?.focus({ preventScroll: true })}
      waiting={button}
      onMissing={() => setWanted(false)}
    />
  ) : (
    button
  );
}

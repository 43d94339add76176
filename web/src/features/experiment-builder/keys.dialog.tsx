import { Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './builder.module.css';

const keys = {
  move: ['↑', '↓', '←', '→'],
  shift: ['Alt', '↑ ↓'],
  nest: ['Alt', '← →'],
  edit: ['Enter'],
  leave: ['Esc'],
  rename: ['F2'],
  add: ['Insert'],
  duplicate: ['Ctrl', 'D'],
  remove: ['Del'],
  undo: ['Ctrl', 'Z'],
  redo: ['Ctrl', 'Shift', 'Z'],
  preview: ['Ctrl', 'Enter'],
  stop: ['Esc'],
  save: ['Ctrl', 'S'],
} as const;

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['builder', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('builder:menu.keys')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <dl className={classes.keys}>
        {(Object.keys(keys) as (keyof typeof keys)[]).map((what) => (
          <div key={what} style={{ display: 'contents' }}>
            <dt>
              {keys[what].map((one) => (
                <Kbd key={one} mr={4}>
                  {one}
                </Kbd>
              ))}
            </dt>
            <dd>{t(`builder:shortcut.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

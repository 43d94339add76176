import { Button, Kbd, Popover } from '@mantine/core';
import { IconKeyboard } from '../../ui/icons/keyboard';
import { useTranslation } from 'react-i18next';
import classes from './keys-help.module.css';

const keys = ['move', 'open', 'select', 'extend', 'all', 'clear'] as const;

/** Explains the keys of tiles and rows. It is hidden on phones, which have no keyboard. */
export function KeyboardHelp() {
  const { t } = useTranslation('sessions');
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          h={36}
          px="sm"
          visibleFrom="sm"
          leftSection={<IconKeyboard size={18} aria-hidden />}
          aria-label={t('keys.title')}
        >
          {t('keys.word')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('keys.title')} tabIndex={-1}>
        <dl className={classes.keys}>
          {keys.map((key) => (
            <div key={key}>
              <dt>
                <Kbd>{t(`keys.${key}`)}</Kbd>
              </dt>
              <dd>{t(`keys.${key}_does`)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button, CloseButton, Group, Kbd, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconKeyboard } from '../../../../ui/icons/keyboard';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../../../contracts/timeline/timeline-values';
import { keyboardKeysOf, keyboardKeyNameOf, addKeyboardKey } from './keys.rule';

interface Props {
  label: string;
  describedBy: string;
  value: Json | undefined;
  /** The value that applies if the researcher sets none. */
  fallback: Json | undefined;
  /** Whether the value is a single key instead of a list. */
  single?: boolean;
  onChange: (value: Json | undefined) => void;
}

/** A field for the keys that answer a trial: all, none, or the keys that the researcher presses. */
export function KeysControl({ label, describedBy, value, fallback, single, onChange }: Props) {
  const { t } = useTranslation('builder');
  const [listening, setListening] = useState(false);
  const shown = value ?? fallback;
  const keys = keyboardKeysOf(shown);
  const which = shown === 'ALL_KEYS' ? 'any' : shown === 'NO_KEYS' ? 'none' : 'these';
  const set = (next: readonly string[]) => onChange(single ? next.at(-1) : [...next]);
  const hear = (event: KeyboardEvent) => {
    if (!listening) return;
    // The Tab key leaves the field, as everywhere.
    if (event.key === 'Tab') return setListening(false);
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setListening(false);
    set(single ? [event.key] : addKeyboardKey(keys, event.key));
  };
  const words = (key: string) => {
    const word = keyboardKeyNameOf(key);
    return word ? t(`key.${word}`) : key.length === 1 ? key.toUpperCase() : key;
  };
  return (
    <Stack gap="xs" role="group" aria-label={label} aria-describedby={describedBy}>
      {!single && (
        <SegmentedControl
          size="sm"
          fullWidth
          aria-label={label}
          data={(['any', 'these', 'none'] as const).map((one) => ({
            value: one,
            label: t(`keys.${one}`),
          }))}
          value={which}
          onChange={(next) =>
            onChange(next === 'any' ? 'ALL_KEYS' : next === 'none' ? 'NO_KEYS' : [])
          }
        />
      )}
      {(single || which === 'these') && (
        <Group gap="xs">
          {keys.map((key) => (
            <Group key={key} gap={2} wrap="nowrap">
              <Kbd>{words(key)}</Kbd>
              <CloseButton
                size="sm"
                aria-label={t('keys.remove', { key: words(key) })}
                onClick={() => {
                  const rest = keys.filter((one) => one !== key);
                  if (single) onChange(undefined);
                  else set(rest);
                }}
              />
            </Group>
          ))}
          <Button
            size="compact-md"
            variant={listening ? 'filled' : 'default'}
            leftSection={<IconKeyboard size={18} aria-hidden />}
            aria-pressed={listening}
            onClick={() => setListening(true)}
            onKeyDown={hear}
            onBlur={() => setListening(false)}
          >
            {listening ? t('keys.listening') : t(single && keys.length ? 'keys.other' : 'keys.add')}
          </Button>
          <Text span size="sm" c="dimmed" role="status">
            {listening ? t('keys.press_now') : ''}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconChecks } from '../../../ui/icons/checks';
import { IconPlayerPause } from '../../../ui/icons/player-pause';
import { IconPlayerPlay } from '../../../ui/icons/player-play';
import { IconSquareX } from '../../../ui/icons/square-x';
import { IconX } from '../../../ui/icons/x';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { type BulkAction, bulkActions, isBulkActionPossible } from './bulk.rule';
import { roomFor } from '../../../ui/room/room';
import { BulkDialog } from './bulk.dialog';
import classes from './bulk.module.css';

const icons = { pause: IconPlayerPause, resume: IconPlayerPlay, close: IconSquareX };

/** The actions for all selected sessions; each shows how many sessions it applies to. */
export const SelectionBar = memo(function SelectionBar({
  selected,
  shown,
  onAll,
  onClear,
}: {
  selected: readonly Session[];
  /** The number of sessions that can be selected. */
  shown: number;
  onAll: () => void;
  onClear: () => void;
}) {
  const { t } = useTranslation('sessions');
  const [asked, setAsked] = useState<{ bulk: BulkAction; sessions: readonly Session[] } | null>(
    null,
  );
  const count = selected.length;
  const actions = bulkActions
    .map((bulk) => ({
      bulk,
      sessions: selected.filter((session) => isBulkActionPossible(bulk, session)),
    }))
    .filter(({ sessions }) => sessions.length > 0);
  return (
    <>
      {/* The element is always rendered: screen readers do not announce a live region that appears together with its text. */}
      <VisuallyHidden role="status">{count > 0 && t('select.count', { count })}</VisuallyHidden>
      {count > 0 && (
        <div
          className={classes.bar}
          ref={roomFor.bar}
          role="region"
          aria-label={t('select.region')}
          data-no-print
          onKeyDown={({ key }) => {
            if (key === 'Escape') onClear();
          }}
        >
          <Text fw={600} className="numbers">
            {t('select.count', { count })}
          </Text>
          {actions.map(({ bulk, sessions }) => {
            const Icon = icons[bulk];
            return (
              <Button
                key={bulk}
                size="sm"
                variant={bulk === 'close' ? 'light' : 'default'}
                color={bulk === 'close' ? 'red' : undefined}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => setAsked({ bulk, sessions })}
              >
                {t(`bulk.${bulk}`, { count: sessions.length })}
              </Button>
            );
          })}
          {actions.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('select.nothing')}
            </Text>
          )}
          {count < shown && (
            <Button
              size="sm"
              variant="subtle"
              ml="auto"
              leftSection={<IconChecks size={16} aria-hidden />}
              onClick={onAll}
            >
              {t('select.all', { count: shown })}
            </Button>
          )}
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            ml={count < shown ? undefined : 'auto'}
            leftSection={<IconX size={16} aria-hidden />}
            onClick={onClear}
          >
            {t('select.clear')}
          </Button>
        </div>
      )}
      {asked && <BulkDialog {...asked} onClose={() => setAsked(null)} onDone={onClear} />}
    </>
  );
});

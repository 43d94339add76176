import { ActionIcon, Button, CopyButton, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '../../ui/icons/check';
import { IconDots } from '../../ui/icons/dots';
import { IconFileOff } from '../../ui/icons/file-off';
import { IconLink } from '../../ui/icons/link';
import { IconPencil } from '../../ui/icons/pencil';
import { IconPlayerPause } from '../../ui/icons/player-pause';
import { IconPlayerPlay } from '../../ui/icons/player-play';
import { IconRefresh } from '../../ui/icons/refresh';
import { IconSquareX } from '../../ui/icons/square-x';
import { memo, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session, SessionState } from '../../../../contracts/enrolment/sessions';
import { useLiveSession } from '../../lib/live/live-context';
import { overlayLiveSession } from '../../lib/live/overlay-live-sessions';
import { showMessage } from '../../lib/ui.store';
import { WithdrawConsentDialog } from './withdraw-consent.dialog';
import { linkOfSession } from './link-of-session';
import { SessionChangeDialog } from './session-change.dialog';
import { SessionCloseDialog } from './session-close.dialog';
import { RenewLinkDialog } from './renew-link.dialog';
import { SessionLaunchDialog } from './session-launch.dialog';
import { sessionTitle } from './session-name';
import { useSessionChange } from './use-session-change';
import { mayManageStudy } from '../collaborators/role.rule';

interface LikelyProps {
  Icon: typeof IconPlayerPlay;
  word: string;
  compact: boolean;
  variant: 'default' | 'light';
  loading?: boolean;
  tabIndex?: number;
  onClick: () => void;
  'aria-label': string;
}

function LikelyAction({ Icon, word, compact, ...button }: LikelyProps) {
  return compact ? (
    <ActionIcon size={32} title={word} {...button}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Button size="xs" leftSection={<Icon size={16} aria-hidden />} {...button}>
      {word}
    </Button>
  );
}

interface Props {
  session: Session;
  tabIndex?: number;
  /** Whether there is no room for labels: the most likely action is then an icon without text. */
  compact?: boolean;
}

/** The fields that live updates change. If only these change, only open dialogs render again. */
const ofNumbers = ['counts', 'spots_available', 'version'] satisfies (keyof Session)[];
const numbers: ReadonlySet<string> = new Set(ofNumbers);
const sameButNumbers = (a: Props, b: Props): boolean =>
  a.tabIndex === b.tabIndex &&
  a.compact === b.compact &&
  Object.keys(b.session).every(
    (key) =>
      numbers.has(key) || a.session[key as keyof Session] === b.session[key as keyof Session],
  );

/** Passes the live numbers to an open dialog, which says how many people the action affects. */
const WithNumbers = ({
  session,
  children,
}: {
  session: Session;
  children: (now: Session) => ReactNode;
}) => children(overlayLiveSession(session, useLiveSession(session._id)));

/** The actions of a session: the most likely action is a button, all others are in a menu. */
export const SessionActions = memo(function SessionActions({
  session,
  tabIndex,
  compact = false,
}: Props) {
  const { t } = useTranslation(['sessions', 'common']);
  const { t: words } = useTranslation('sessions');
  const change = useSessionChange();
  const [changing, changeDialog] = useDisclosure();
  const [closing, closeDialog] = useDisclosure();
  const [launching, launchDialog] = useDisclosure();
  const [renewing, renewDialog] = useDisclosure();
  const [withdrawing, withdrawDialog] = useDisclosure();
  // A menu is rendered only once it is opened: three hundred closed menus would be slow.
  const target = useRef<HTMLButtonElement>(null);
  const [menu, { open: openMenu }] = useDisclosure();
  const { state } = session;
  const title = sessionTitle(words, session);
  if (state === 'closed' || !mayManageStudy(session.role)) return null;

  const move = (next: Exclude<SessionState, 'scheduled'>) =>
    change.mutate(
      { params: { id: session._id }, body: { state: next } },
      {
        onSuccess: (now) =>
          showMessage(
            t(now.state === 'scheduled' ? 'sessions:moved.waiting' : `sessions:moved.${next}`, {
              title,
            }),
            { type: 'success' },
          ),
        onError: (error) => showMessage(error.message, { type: 'error', autoHideMs: 8000 }),
      },
    );
  const launched = session.launched_at !== null;
  const likely = { compact, tabIndex };
  const more = {
    variant: 'subtle',
    color: 'gray',
    size: 32,
    tabIndex,
    'aria-label': t('sessions:action.more', { title }),
  } as const;
  const named = (key: `sessions:action.${'launch' | 'pause' | 'resume'}_named`) =>
    t(key, { title });

  return (
    <Group gap={6} wrap="nowrap" data-no-print>
      {state === 'active' && (
        <LikelyAction
          {...likely}
          Icon={IconPlayerPause}
          variant="default"
          loading={change.isPending}
          onClick={() => move('paused')}
          aria-label={named('sessions:action.pause_named')}
          word={t('sessions:action.pause')}
        />
      )}
      {state === 'paused' && !session.consent_withdrawn && (
        <LikelyAction
          {...likely}
          Icon={IconPlayerPlay}
          variant="light"
          loading={change.isPending}
          onClick={() => move('active')}
          aria-label={named('sessions:action.resume_named')}
          word={t('sessions:action.resume')}
        />
      )}
      {state === 'scheduled' && !launched && (
        <LikelyAction
          {...likely}
          Icon={IconPlayerPlay}
          variant="light"
          onClick={launchDialog.open}
          aria-label={named('sessions:action.launch_named')}
          word={t('sessions:action.launch')}
        />
      )}
      {menu ? (
        <Menu
          position="bottom-end"
          withinPortal
          defaultOpened
          onClose={() => target.current?.focus()}
        >
          <Menu.Target>
            <ActionIcon {...more} ref={target}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={changeDialog.open}
            >
              {t('sessions:action.change')}
            </Menu.Item>
            <CopyButton value={linkOfSession(session)} timeout={2000}>
              {({ copied, copy }) => (
                <Menu.Item
                  closeMenuOnClick={false}
                  leftSection={
                    copied ? (
                      <IconCheck size={16} aria-hidden />
                    ) : (
                      <IconLink size={16} aria-hidden />
                    )
                  }
                  onClick={copy}
                >
                  {t(copied ? 'sessions:action.copied' : 'sessions:action.copy_link')}
                </Menu.Item>
              )}
            </CopyButton>
            {session.link_key !== null && (
              <Menu.Item
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={renewDialog.open}
              >
                {t('sessions:action.renew_link')}
              </Menu.Item>
            )}
            <Menu.Divider />
            {launched && !session.consent_withdrawn && (
              <Menu.Item
                color="red"
                leftSection={<IconFileOff size={16} aria-hidden />}
                onClick={withdrawDialog.open}
              >
                {t('sessions:action.withdraw_consent')}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconSquareX size={16} aria-hidden />}
              onClick={closeDialog.open}
            >
              {t('sessions:action.close')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <ActionIcon {...more} aria-haspopup="menu" aria-expanded={false} onClick={openMenu}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
      {renewing && <RenewLinkDialog session={session} onClose={renewDialog.close} />}
      {withdrawing && (
        <WithdrawConsentDialog
          study={session.study_id}
          session={session._id}
          onClose={withdrawDialog.close}
        />
      )}
      {launching && <SessionLaunchDialog session={session} onClose={launchDialog.close} />}
      {changing && (
        <WithNumbers session={session}>
          {(now) => <SessionChangeDialog session={now} onClose={changeDialog.close} />}
        </WithNumbers>
      )}
      {closing && (
        <WithNumbers session={session}>
          {(now) => <SessionCloseDialog session={now} onClose={closeDialog.close} />}
        </WithNumbers>
      )}
    </Group>
  );
}, sameButNumbers);

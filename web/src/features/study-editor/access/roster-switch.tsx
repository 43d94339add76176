import { List, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  setRosterAccess,
  type Collaborator,
} from '../../../../../contracts/collaborators/collaborators';
import { listSessions, type Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { limits } from '../../../../../contracts/base/limits';
import { sessionName } from '../../../domain/sessions/session-name';
import { formatDate } from '../../../lib/intl/format';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { fullName } from '../../../../../contracts/base/full-name.rule';

interface Props {
  study: Study;
  person: Collaborator;
  onChanged: () => Promise<unknown>;
}

/**
 * The switch with which the owner sets whether a collaborator may see the rosters (the
 * participants' names) of sessions that are launched later.
 */
export function RosterSwitch({ study, person, onChanged }: Props) {
  const { t } = useTranslation('collaborators');
  const [asking, setAsking] = useState(false);
  const name = fullName(person);
  const isOpen = person.sees_roster_since !== null;
  const set = useMutation({ ...mutation(setRosterAccess), onSuccess: onChanged });
  const word = isOpen ? 'close' : 'open';
  return (
    <>
      <Switch
        label={t('roster.label')}
        aria-label={t('roster.label_of', { name })}
        description={
          person.sees_roster_since
            ? t('roster.since', { day: formatDate(person.sees_roster_since) })
            : undefined
        }
        checked={isOpen}
        onChange={() => {
          set.reset();
          setAsking(true);
        }}
      />
      {asking && (
        <ConfirmDialog
          opened
          size="lg"
          busy={set.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            set.mutate(
              { params: { id: study._id, account: person._id }, body: { open: !isOpen } },
              {
                onSuccess: () => {
                  setAsking(false);
                  showMessage(t(`roster.${word}.done`, { name }), { type: 'success' });
                },
              },
            )
          }
          title={t(`roster.${word}.title`, { name })}
          confirm={t(`roster.${word}.confirm`)}
          notice={<ErrorNotice error={set.error} />}
        >
          {isOpen ? (
            <Stack gap="xs">
              <Text>{t('roster.close.text')}</Text>
              <Text>{t('roster.close.again')}</Text>
            </Stack>
          ) : (
            <Opening study={study} name={name} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Explains what opening the rosters means, and lists two kinds of sessions. In sessions that are
 * not launched yet, the collaborator will see the names. In launched sessions, names stay hidden.
 */
function Opening({ study, name }: { study: Study; name: string }) {
  const { t } = useTranslation('collaborators');
  const { t: words } = useTranslation('sessions');
  const { data } = useQuery(
    query(listSessions, { query: { study: study._id, limit: limits.pageSizeMax } }),
  );
  const named = (data?.items ?? []).filter(({ privacy_level }) => privacy_level !== 'anonymous');
  const list = (label: string, sessions: readonly Session[]) =>
    sessions.length > 0 && (
      <div>
        <Text size="sm">{label}</Text>
        <List size="sm" spacing={2}>
          {sessions.map((one) => (
            <List.Item key={one._id}>{sessionName(words, one)}</List.Item>
          ))}
        </List>
      </div>
    );
  return (
    <Stack gap="sm">
      <Text>{t('roster.open.text', { name })}</Text>
      <List size="sm" spacing={4}>
        {(['told', 'recorded', 'anonymous', 'unlearned'] as const).map((one) => (
          <List.Item key={one}>{t(`roster.open.${one}`, { name })}</List.Item>
        ))}
      </List>
      {list(
        t('roster.open.later', { name }),
        named.filter(({ launched_at }) => launched_at === null),
      )}
      {list(
        t('roster.open.before', { name }),
        named.filter(({ launched_at }) => launched_at !== null),
      )}
    </Stack>
  );
}

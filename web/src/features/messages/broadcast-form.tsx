import {
  Alert,
  Button,
  Card,
  Checkbox,
  Group,
  MultiSelect,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesLimits } from '../../../../contracts/messages/limits';
import { broadcast } from '../../../../contracts/messages/messages';
import {
  participationStates,
  type ParticipationState,
} from '../../../../contracts/enrolment/participations';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { fieldErrorText } from '../../lib/form';
import { call } from '../../lib/http/api';
import { newIdempotencyKey } from '../../lib/http/new-key';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';

interface Props {
  session: Session;
  onSent: () => void;
  onCancel: () => void;
}

/**
 * The states of participations that are chosen at first: people who take part now or are going to.
 */
const usual: ParticipationState[] = ['enrolled', 'started'];

/** The form for one message to each participant of a session who is in one of the chosen states. */
export function BroadcastForm({ session, onSent, onCancel }: Props) {
  const { t } = useTranslation(['messages', 'participation']);
  const { t: common } = useTranslation('common');
  const [states, setStates] = useState<ParticipationState[]>(usual);
  const [text, setText] = useState('');
  const [aware, setAware] = useState(false);
  const [asked, setAsked] = useState(false);
  const key = useRef<string | null>(null);
  const anonymous = session.privacy_level === 'anonymous';
  const send = useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      return call(
        broadcast,
        {
          params: { id: session._id },
          body: { text, states, ...(anonymous && { ends_anonymity: true }) },
        },
        { headers: { 'idempotency-key': key.current } },
      );
    },
    onSuccess: () => {
      showMessage(t('messages:many.done'), { type: 'success' });
      onSent();
    },
  });
  const whole = text.trim() !== '' && states.length > 0 && (!anonymous || aware);
  const changed = () => {
    key.current = null;
  };
  return (
    <Card component="section" aria-label={t('messages:many.open')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (whole) send.mutate();
        }}
      >
        <Stack gap="md">
          <MultiSelect
            label={t('messages:many.states')}
            description={t(
              anonymous ? 'messages:many.states_hint_anonymous' : 'messages:many.states_hint',
            )}
            data={participationStates.map((one) => ({
              value: one,
              label: t(`participation:state.${one}`),
            }))}
            value={states}
            onChange={(next) => {
              changed();
              setStates(participationStates.filter((one) => next.includes(one)));
            }}
            error={asked && states.length === 0 && fieldErrorText(common, 'required')}
          />
          <Textarea
            label={t('messages:write.text')}
            description={t('messages:many.text_hint')}
            autosize
            minRows={4}
            maxLength={messagesLimits.message}
            value={text}
            onChange={({ currentTarget }) => {
              changed();
              setText(currentTarget.value);
            }}
            error={asked && text.trim() === '' && fieldErrorText(common, 'required')}
          />
          {anonymous && (
            <Alert
              icon={<IconEyeOff aria-hidden />}
              color="yellow"
              title={t('messages:write.anonymous')}
            >
              <Text size="sm" mb="sm">
                {t('messages:write.anonymous_researcher')}
              </Text>
              <Checkbox
                label={t('messages:write.aware')}
                checked={aware}
                onChange={({ currentTarget }) => setAware(currentTarget.checked)}
                error={asked && !aware && t('messages:write.unaware')}
              />
            </Alert>
          )}
          <ErrorNotice error={send.error} />
          <Group gap="sm">
            <Button type="submit" loading={send.isPending}>
              {t('messages:many.send')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

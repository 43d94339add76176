import { Button, Card, Group, Radio, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconTransfer } from '../../../ui/icons/transfer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudyAccess } from '../../../../../contracts/collaborators/collaborators';
import {
  offerStudy,
  withdrawStudyOffer,
} from '../../../../../contracts/collaborators/study-transfer';
import { fieldErrorText } from '../../../lib/form';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { emailInputProps } from '../../../lib/intl/email-input';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import { readableEmail } from '../../../lib/intl/shown-email';

interface Props {
  study: string;
  access: StudyAccess;
  onChanged: () => Promise<unknown>;
}
/** The value of the option that offers the study to an email address instead of a collaborator. */
const byMail = 'mail';

/**
 * Shown to the owner of a study: the pending offer to pass the study on or, without an offer, the
 * form that makes an offer.
 */
export function PassOnStudy({ study, access, onChanged }: Props) {
  const { t } = useTranslation('collaborators');
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="sm" align="flex-start" component="section" aria-labelledby="pass-on">
      <Title order={2} size="h4" id="pass-on">
        {t('pass.title')}
      </Title>
      {access.offer ? (
        <Waiting study={study} offer={access.offer} onChanged={onChanged} />
      ) : open ? (
        <OfferForm
          study={study}
          access={access}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      ) : (
        <>
          <Text c="dimmed">{t('pass.lead')}</Text>
          <Button
            variant="default"
            leftSection={<IconTransfer size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('pass.open')}
          </Button>
        </>
      )}
    </Stack>
  );
}

function Waiting({
  study,
  offer,
  onChanged,
}: Pick<Props, 'study' | 'onChanged'> & { offer: NonNullable<StudyAccess['offer']> }) {
  const { t } = useTranslation('collaborators');
  const back = useMutation({ ...mutation(withdrawStudyOffer), onSettled: onChanged });
  const name = offer.to ? fullName(offer.to) : readableEmail(offer.email ?? '');
  return (
    <Card w="100%" withBorder>
      <Stack gap="xs" align="flex-start">
        <Text fw={600} role="status" style={{ overflowWrap: 'anywhere' }}>
          {t('pass.offered', { name })}
        </Text>
        <Text size="sm">{t(offer.stays ? 'pass.will_stay' : 'pass.will_leave')}</Text>
        <Text size="sm" c="dimmed">
          {t('until')} <TimeWithZone at={offer.expires_at} />
        </Text>
        <ErrorNotice error={back.error} />
        <Button
          variant="default"
          loading={back.isPending}
          onClick={() =>
            back.mutate(
              { params: { id: study } },
              { onSuccess: () => showMessage(t('pass.taken_back'), { type: 'success' }) },
            )
          }
        >
          {t('pass.take_back')}
        </Button>
      </Stack>
    </Card>
  );
}

function OfferForm({ study, access, onChanged, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('collaborators');
  const { t: common } = useTranslation('common');
  const others = access.people.filter(({ role }) => role !== 'owner');
  const [to, setTo] = useState(others[0]?._id ?? byMail);
  const [email, setEmail] = useState('');
  const [stays, setStays] = useState(true);
  const offer = useMutation({ ...mutation(offerStudy), onSuccess: onChanged });
  const wrong =
    offer.error instanceof ApiError
      ? fieldErrorText(common, offer.error.fields.find(({ path }) => path === 'email')?.code)
      : undefined;
  return (
    <form
      noValidate
      aria-labelledby="pass-on"
      onSubmit={(event) => {
        event.preventDefault();
        const whom = to === byMail ? { email } : { account: to };
        offer.mutate(
          { params: { id: study }, body: { ...whom, stays } },
          {
            onSuccess: () => {
              showMessage(t('pass.done'), { type: 'success' });
              onClose();
            },
          },
        );
      }}
    >
      <Stack gap="md" align="flex-start">
        <Text>{t('pass.what')}</Text>
        <Select
          label={t('pass.to')}
          data-autofocus
          autoFocus
          w="100%"
          maw="28rem"
          allowDeselect={false}
          value={to}
          onChange={(next) => setTo(next ?? byMail)}
          data={[
            ...others.map(({ _id, ...names }) => ({
              value: _id,
              label: fullName(names),
            })),
            { value: byMail, label: t('pass.by_mail') },
          ]}
        />
        {to === byMail && (
          <TextInput
            {...emailInputProps}
            required
            w="100%"
            maw="28rem"
            label={t('invite.email')}
            description={t('pass.email_hint')}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            error={wrong}
          />
        )}
        <Radio.Group
          label={t('pass.afterwards')}
          value={stays ? 'stay' : 'leave'}
          onChange={(next) => setStays(next === 'stay')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="stay" label={t('pass.stay')} description={t('may.editor')} />
            <Radio value="leave" label={t('pass.leave')} description={t('pass.leave_text')} />
          </Stack>
        </Radio.Group>
        {!wrong && <ErrorNotice error={offer.error} />}
        <Group gap="sm">
          <Button type="submit" loading={offer.isPending}>
            {t('pass.send')}
          </Button>
          <Button variant="default" onClick={onClose} disabled={offer.isPending}>
            {common('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

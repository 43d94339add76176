import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  type Classroom,
  NewJoinCode,
  renewJoinCode,
} from '../../../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { fromLocalMoment } from '../../../../ui/dates/local-moment';
import { LocalMoment, MomentField } from '../../../../ui/dates/moment-field';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { NumberField } from '../../../../ui/fields/number-field';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { useRefreshClassroom } from '../refresh-classroom';

const MailDomain = NewJoinCode.shape.domain.unwrap().unwrap();
const Form = z.object({
  uses: z.int().min(1).max(teachingLimits.joinCodeUses).optional(),
  expires: LocalMoment,
  /**
   * Only people with an email address of this domain can join. An @ before the typed domain is
   * removed.
   */
  domain: z
    .string()
    .transform((typed) => typed.trim().replace(/^@/, ''))
    .pipe(z.union([z.literal(''), MailDomain], { error: 'invalid' })),
});

/** Makes a new join code, and sets for whom it works. A former code stops working. */
export function JoinCodeDialog({
  classroom,
  onClose,
}: {
  classroom: Classroom;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['classrooms', 'common']);
  const refresh = useRefreshClassroom();
  const former = classroom.join_code;
  const form = useContractForm(Form, { expires: '', domain: former?.domain ?? '' });
  const field = useFieldProps(form);
  const renew = useMutation({
    ...mutation(renewJoinCode),
    onSuccess: async () => {
      await refresh();
      showMessage(t('code.made'), { type: 'success', autoHideMs: 5000 });
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ uses, expires, domain }) =>
    renew.mutate({
      params: { id: classroom._id },
      body: { uses: uses ?? null, expires: fromLocalMoment(expires), domain: domain || null },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(former ? 'code.renew' : 'code.make')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {former && <Text>{t('code.renew_text', { code: former.code })}</Text>}
          <NumberField
            control={form.control}
            name="uses"
            label={t('code.uses_field')}
            description={t('code.uses_hint')}
            min={1}
            max={teachingLimits.joinCodeUses}
          />
          <MomentField
            control={form.control}
            name="expires"
            label={t('code.expires_field')}
            description={t('code.expires_hint')}
            usualTime="23:59"
          />
          <TextInput
            label={t('code.domain_field')}
            description={t('code.domain_hint')}
            placeholder="uni.example"
            maxLength={254}
            autoCapitalize="none"
            spellCheck={false}
            {...field('domain')}
          />
          <ErrorNotice error={renew.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={renew.isPending}
            submit={t(former ? 'code.renew' : 'code.make')}
          />
        </Stack>
      </form>
    </Modal>
  );
}

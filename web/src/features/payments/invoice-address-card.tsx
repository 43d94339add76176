import {
  Button,
  Card,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { countryCodes } from '../../../../contracts/accounts/iso-codes';
import {
  deleteInvoiceAddress,
  InvoiceAddress,
  saveInvoiceAddress,
  readInvoiceAddress,
} from '../../../../contracts/payments/receipts/invoice-address';
import { fieldErrorText, showFieldErrors, useContractForm } from '../../lib/form';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';

/**
 * The schema of the invoice address's form. The lines between the name and the country are one text
 * field, whose blank lines are left out.
 */
const Form = z.object({
  name: InvoiceAddress.shape.name,
  lines: z
    .string()
    .transform((text) =>
      text
        .split('\n')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(InvoiceAddress.shape.lines),
  country: InvoiceAddress.shape.country,
});

/** The address on the receipts of a researcher, who can read, change and delete it. */
export function InvoiceAddressCard() {
  const { t } = useTranslation('payments');
  const { data, error, refetch } = useQuery(query(readInvoiceAddress));
  return (
    <Stack gap="md" component="section" aria-labelledby="invoice-address">
      <Title order={2} size="h3" id="invoice-address">
        {t('invoice.title')}
      </Title>
      <Text maw="60ch">{t('invoice.text')}</Text>
      {!data && !error && <LoadingRows count={3} height={56} />}
      {!data && (
        <ErrorNotice error={error} title={t('invoice.failed')} onRetry={() => void refetch()} />
      )}
      {data && <AddressForm key={JSON.stringify(data.address)} address={data.address} />}
    </Stack>
  );
}

function AddressForm({ address }: { address: InvoiceAddress | null }) {
  const { t, i18n } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(Form, {
    name: address?.name ?? '',
    lines: address?.lines.join('\n') ?? '',
    country: address?.country ?? '',
  });
  const { errors } = form.formState;
  const done = (text: string) => async () => {
    showMessage(text, { type: 'success' });
    await client.invalidateQueries({ queryKey: [readInvoiceAddress.path] });
  };
  const keep = useMutation({
    ...mutation(saveInvoiceAddress),
    onSuccess: done(t('invoice.kept')),
    onError: (error) => showFieldErrors(form, error),
  });
  const forget = useMutation({
    ...mutation(deleteInvoiceAddress),
    onSuccess: done(t('invoice.forgotten')),
  });
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((body) => keep.mutate({ body }))(event)}
      >
        <Stack gap="md" maw="32rem">
          <TextInput
            label={t('invoice.name')}
            autoComplete="organization"
            error={fieldErrorText(common, errors.name?.message)}
            {...form.register('name')}
          />
          <Textarea
            label={t('invoice.lines')}
            description={t('invoice.lines_hint')}
            autoComplete="street-address"
            rows={3}
            error={fieldErrorText(common, errors.lines?.message)}
            {...form.register('lines')}
          />
          <NativeSelect
            label={t('invoice.country')}
            autoComplete="country"
            data={[{ value: '', label: t('invoice.choose') }, ...countriesIn(i18n.language)]}
            error={fieldErrorText(common, errors.country?.message)}
            {...form.register('country')}
          />
          <ErrorNotice error={keep.error ?? forget.error} kept={common('error.kept')} />
          <Group gap="sm">
            <Button type="submit" loading={keep.isPending}>
              {t('invoice.save')}
            </Button>
            {address && (
              <Button
                variant="default"
                loading={forget.isPending}
                onClick={() => forget.mutate({})}
              >
                {t('invoice.forget')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Lists all countries, sorted by their names in a language. */
function countriesIn(language: string) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => compare(a.label, b.label));
}

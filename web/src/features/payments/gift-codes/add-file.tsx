import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedGiftCodes } from '../../../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { ApiError } from '../../../lib/http/api';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { formatMoney } from '../../../lib/intl/format-money';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconUpload } from '../../../ui/icons/upload';
import classes from './gift-codes.module.css';
import { GiftCodeFileFaults } from './file-faults';
import { giftCodeCountOf, giftCodeFileFaultsOf } from './stock.rule';
import { useAddGiftCodes } from './use-add-gift-codes';

/** An area in which a file of gift codes is picked or dropped, and then added by a button. */
export function AddGiftCodeFile() {
  const { t } = useTranslation(['gift-codes', 'common']);
  const [over, setOver] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const add = useAddGiftCodes();
  const submit = useRef<HTMLButtonElement>(null);
  /** Resets the file input, so that a corrected file of the same name can be chosen again. */
  const reset = useRef<() => void>(null);
  const isTooLarge = file !== null && file.size > paymentsLimits.giftCodeFileBytes;
  const isReady = file !== null && !isTooLarge;
  useEffect(() => {
    if (isReady) submit.current?.focus();
  }, [isReady]);
  const take = (chosen: File | null | undefined) => {
    if (!chosen || add.isPending) return;
    add.reset();
    setFile(chosen);
    reset.current?.();
  };
  const send = () => file && add.mutate(file, { onSuccess: () => setFile(null) });
  const faults = add.error instanceof ApiError ? giftCodeFileFaultsOf(add.error.fields) : [];
  return (
    <Stack gap="sm">
      <Stack
        gap="sm"
        align="flex-start"
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        {file === null ? (
          <Text size="sm">{t('gift-codes:add.hint')}</Text>
        ) : (
          <Text fw={600} className={classes.words}>
            {t('gift-codes:add.chosen', { name: file.name, size: formatBytes(file.size) })}
          </Text>
        )}
        {isReady && faults.length === 0 && <Text size="sm">{t('gift-codes:add.for_good')}</Text>}
        {isTooLarge && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('gift-codes:add.too_large', {
              size: formatBytes(paymentsLimits.giftCodeFileBytes),
            })}
          </Text>
        )}
        <Group gap="sm">
          {isReady && faults.length === 0 && (
            <Button ref={submit} onClick={send} loading={add.isPending}>
              {t('gift-codes:add.submit')}
            </Button>
          )}
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={take} resetRef={reset}>
            {(given) => (
              <Button
                {...given}
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
                disabled={add.isPending}
              >
                {t(file === null ? 'gift-codes:add.choose' : 'gift-codes:add.another')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
      {faults.length > 0 && <GiftCodeFileFaults key={add.submittedAt} faults={faults} />}
      {faults.length === 0 && <ErrorNotice error={add.error} kept={t('gift-codes:add.kept')} />}
      {add.data && file === null && <Added added={add.data} />}
    </Stack>
  );
}

/** Says how many codes of which value a file added. */
function Added({ added }: { added: AddedGiftCodes['added'] }) {
  const { t } = useTranslation('gift-codes');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [added]);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="status"
      color="teal"
      icon={<IconCircleCheck aria-hidden />}
      title={t('added.title', { count: giftCodeCountOf(added) })}
    >
      <List size="sm">
        {added.map(({ amount, currency, codes }) => (
          <List.Item key={`${currency} ${amount}`}>
            {t('added.of_value', { count: codes, money: formatMoney({ amount, currency }) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

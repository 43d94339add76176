import { Alert, Anchor, Button, Card, Code, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { IconLock } from '../../../ui/icons/lock';
import { IconPrinter } from '../../../ui/icons/printer';
import { IconReceiptOff } from '../../../ui/icons/receipt-off';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import {
  type AgreementReceipt,
  readAgreementReceipt,
} from '../../../../../contracts/enrolment/agreement-receipts';
import { formatDateTime } from '../../../lib/intl/format';
import { ApiError, query } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { ConsentText } from '../../../domain/consents/consent-text';
import { saveReceipt } from './save-receipt';
import classes from './receipt.page.module.css';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import { readableEmail } from '../../../lib/intl/shown-email';
import { mailtoAddress } from '../../../../../contracts/base/email-address.rule';

/** Shows the name and the address of a researcher. `of` is null if the account is erased. */
function Researcher({ of }: { of: AgreementReceipt['researcher'] }) {
  const { t } = useTranslation('receipt');
  if (!of) return t('no_researcher');
  return (
    <>
      {fullName(of)}
      {of.organization && `, ${of.organization}`},{' '}
      <Anchor href={mailtoAddress(of.email)} inherit>
        {readableEmail(of.email)}
      </Anchor>
    </>
  );
}

/** The usual time until a worker has added a new agreement to the study's hash chain. */
const sealedWithinMs = 2000;

/**
 * Returns shell commands that print both hashes of a receipt, with the tools of each operating
 * system. `file` is the name of the download.
 */
const checks = (file: string, { consent, record }: AgreementReceipt) => [
  ...(consent.kind === 'markdown'
    ? [`jq -j .exact_text ${file} | sha256sum`]
    : ['sha256sum consent.pdf']),
  ...(record
    ? [`(jq -j .record.previous ${file} | xxd -r -p; jq -j .record.text ${file}) | sha256sum`]
    : []),
];

function Facts({ receipt }: { receipt: AgreementReceipt }) {
  const { t, i18n } = useTranslation('receipt');
  const { study, consent, agreed_at, researcher, passed_to, record, locale, questions_passed } =
    receipt;
  return (
    <dl className={classes.facts}>
      <dt>{t('study')}</dt>
      <dd>{study.title}</dd>
      <dt>{t('form')}</dt>
      <dd>{t('form_version', { title: consent.title, version: consent.version })}</dd>
      <dt>{t('language')}</dt>
      <dd>{new Intl.DisplayNames([i18n.language], { type: 'language' }).of(locale)}</dd>
      {questions_passed !== null && (
        <>
          <dt>{t('questions')}</dt>
          <dd>{t('questions_passed', { count: questions_passed })}</dd>
        </>
      )}
      <dt>{t('agreed')}</dt>
      <dd>
        {formatDateTime(agreed_at)} <Text span c="dimmed" size="sm">{`(${agreed_at})`}</Text>
      </dd>
      <dt>{t('researcher')}</dt>
      <dd>
        <Researcher of={researcher} />
      </dd>
      {passed_to !== undefined && (
        <>
          <dt>{t('passed_to')}</dt>
          <dd>
            <Researcher of={passed_to} />
          </dd>
        </>
      )}
      <dt>{t('hash')}</dt>
      <dd className={classes.hash}>{consent.sha256}</dd>
      <dt>{t('seal')}</dt>
      <dd className={classes.hash}>{record ? record.seal : t('not_sealed')}</dd>
    </dl>
  );
}

/**
 * /history/receipts/{participation}: the participant's agreement to print or save, with the steps
 * that verify it without this site (docs/domain.md, 3).
 */
export function ConsentReceiptPage() {
  const { t } = useTranslation(['receipt', 'common']);
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    ...query(readAgreementReceipt, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.record === null ? sealedWithinMs : false),
  });
  const back = (
    <LinkButton to="/history/participation" variant="default" data-no-print>
      {t('receipt:back')}
    </LinkButton>
  );
  if (error && !data) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title={t('receipt:title')} size="sm">
        {absent ? (
          <EmptyState
            icon={IconReceiptOff}
            title={t('receipt:absent')}
            text={t('receipt:absent_text')}
            action={back}
          />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!data)
    return (
      <Page title={t('receipt:title')} size="sm">
        <LoadingCards count={1} height={280} />
      </Page>
    );
  const file = `consent-receipt-${data.participation_id.slice(0, 8)}.json`;
  return (
    <Page
      title={t('receipt:title')}
      lead={t('receipt:lead')}
      size="sm"
      actions={
        <>
          <Button
            data-no-print
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('receipt:print')}
          </Button>
          <Button
            data-no-print
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveReceipt(file, data)}
          >
            {t('receipt:download')}
          </Button>
        </>
      }
    >
      <Card>
        <Facts receipt={data} />
      </Card>
      <Alert role="note" color="gray" icon={<IconLock aria-hidden />}>
        {t('receipt:keep')}
      </Alert>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {t('receipt:text')}
        </Title>
        <ConsentText consent={data.consent} />
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {t('receipt:check')}
        </Title>
        <Text>{t('receipt:check_text')}</Text>
        {checks(file, data).map((line) => (
          <Code block key={line} className={classes.command}>
            {line}
          </Code>
        ))}
        <Text size="sm">{t('receipt:check_chain')}</Text>
      </Stack>
      <div>{back}</div>
    </Page>
  );
}

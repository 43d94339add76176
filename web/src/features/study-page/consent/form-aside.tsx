import { Anchor, Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '../../../ui/icons/download';
import { IconPrinter } from '../../../ui/icons/printer';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../../contracts/studies/consents';
import { isPaidReward } from '../../../../../contracts/enrolment/payment.rule';
import type { Study } from '../../../../../contracts/studies/studies';
import { StudyPayment } from '../../../domain/payment/payment-line';
import { formatDate } from '../../../lib/intl/format';
import { useUser } from '../../../lib/auth/user';
import { PayLine } from '../../../ui/money';
import { onDemand } from '../../../ui/on-demand';
import { printedConsentHeading } from './consent-paper';
import {
  consentTextsOf,
  type LocalizedConsentText,
} from '../../../domain/consents/consent-texts.rule';
import classes from './consent.page.module.css';
import { saveForm } from './save-form';
import { useTableOfContents } from './use-contents';
import { useReadingProgress } from './use-progress';

/**
 * The component and its texts are fetched on demand, since only administrators withdraw other
 * people's forms.
 */
const WithdrawConsent = onDemand(async () => {
  const [{ WithdrawConsentDialog }] = await Promise.all([
    import('../../../domain/sessions/withdraw-consent.dialog'),
    i18next.loadNamespaces('sessions'),
  ]);
  return WithdrawConsentDialog;
});

/** Returns the name of a language in that language: "Deutsch". */
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

/** Shows what stands beside the form: contents, reading progress, languages and buttons. */
export function FormAside({
  study,
  consent,
  text,
  article,
  session,
  onLanguage,
}: {
  study: Study;
  consent: Consent;
  text: LocalizedConsentText;
  article: HTMLElement | null;
  session: string | null;
  /** Shows the form in another language; undefined if the form has only one. */
  onLanguage: ((locale: string) => void) | undefined;
}) {
  const { t } = useTranslation(['consent', 'studies']);
  const { user } = useUser();
  const [withdrawing, dialog] = useDisclosure();
  const contents = useTableOfContents(article);
  const percent = useReadingProgress(article);
  const paper = printedConsentHeading(study);
  const go = (id: string) => {
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  const save = () =>
    saveForm(
      `consent-version-${consent.version}${text.locale ? `-${text.locale}` : ''}.md`,
      [
        `# ${text.title}`,
        [
          paper.study,
          `${t('consent:contact')}: ${paper.researcher}, ${paper.page}`,
          ...(paper.questions === null
            ? []
            : [t('consent:questions_to', { address: paper.questions })]),
          t('consent:version', { version: consent.version }),
          t('studies:consent.published_on', { date: formatDate(consent.created_at) }),
          `SHA-256 ${text.sha256}`,
        ].join('  \n'),
        text.body_markdown ?? '',
      ].join('\n\n'),
    );
  return (
    <aside className={classes.aside} data-no-print>
      <Stack gap="md">
        {onLanguage && (
          <NativeSelect
            label={t('consent:language')}
            value={text.locale ?? ''}
            onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
            data={consentTextsOf(consent).flatMap(({ locale }) =>
              locale === null ? [] : [{ value: locale, label: nameOf(locale) }],
            )}
          />
        )}
        {contents.length > 1 && (
          <nav aria-label={t('consent:contents')}>
            <Text fw={600} size="sm" mb={4}>
              {t('consent:contents')}
            </Text>
            <ol className={classes.contents}>
              {contents.map((heading) => (
                <li key={heading.id} data-level={heading.level} lang={text.locale ?? undefined}>
                  <Anchor
                    size="sm"
                    href={`#${heading.id}`}
                    onClick={(event) => {
                      event.preventDefault();
                      go(heading.id);
                    }}
                  >
                    {heading.text}
                  </Anchor>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {article && (
          <div>
            <Text size="sm" c="dimmed" className="numbers" mb={4}>
              {t('consent:read', { percent })}
            </Text>
            <Progress value={percent} size="sm" aria-label={t('consent:progress')} />
          </div>
        )}
        {isPaidReward(study.reward) && (
          <div>
            <Text fw={600} size="sm" mb={4}>
              <PayLine reward={study.reward} minutes={study.duration_minutes} />
            </Text>
            <StudyPayment study={study} />
          </div>
        )}
        <Text size="sm" c="dimmed" title={`SHA-256 ${text.sha256}`}>
          {t('consent:version', { version: consent.version })} ·{' '}
          {t('studies:consent.published_on', { date: formatDate(consent.created_at) })}
        </Text>
        {text.body_markdown !== null && (
          <Group gap="xs">
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('studies:consent.print')}
            </Button>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={save}
            >
              {t('consent:download')}
            </Button>
          </Group>
        )}
        {user?.role === 'ADMINISTRATOR' && !study.own && !consent.withdrawn && (
          <Button variant="subtle" color="red" onClick={dialog.open}>
            {t('studies:consent.withdraw')}
          </Button>
        )}
        {withdrawing && (
          <WithdrawConsent
            study={study._id}
            {...(session !== null && { session })}
            onClose={dialog.close}
            onMissing={dialog.close}
          />
        )}
      </Stack>
    </aside>
  );
}

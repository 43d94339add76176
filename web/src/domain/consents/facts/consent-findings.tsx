import { Alert, List, Stack, Text } from '@mantine/core';
import { IconScale } from '../../../ui/icons/scale';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { AppLink } from '../../../ui/app-link';
import { compareConsentWithFacts, type ConsentFormText } from './consent-against-facts.rule';
import { consentFindingText, consentFixTabOf } from './finding-text';
import { useStudyFacts } from './use-facts';

interface Props {
  study: Study;
  /** The session that is being launched; undefined while the author writes the form. */
  session?: Session;
  /**
   * The texts of the form; `pdf` if the form is a PDF file; `unread` if the form could not be
   * loaded.
   */
  form: readonly ConsentFormText[] | 'pdf' | 'unread';
  /** Called when the person follows a link that leads away from the form. */
  onLeave: () => void;
}

/**
 * Shows the differences between the consent form and the study as hints. Each hint links to the tab
 * where the author can correct the study. The texts of the hints load after the rest of the page.
 */
export const ConsentFindings = (props: Props) => (
  <Suspense>
    <Findings {...props} />
  </Suspense>
);

function Findings({ study, session, form, onLeave }: Props) {
  const { t, i18n } = useTranslation(['consent-facts', 'requirements']);
  const facts = useStudyFacts(study, session);
  if (typeof form === 'string')
    return (
      <Text size="sm" c="dimmed">
        {t(`consent-facts:${form}`)}
      </Text>
    );
  const findings = compareConsentWithFacts(form, facts);
  if (findings.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('consent-facts:none')}
      </Text>
    );
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const link = (tab: 'consent' | 'details' | 'runs' | 'sessions') => (
    <AppLink
      key={tab}
      to={`/experiments/details/${study._id}${tab === 'details' ? '' : `?tab=${tab}`}`}
      size="sm"
      mr="md"
      onClick={onLeave}
    >
      {t(`consent-facts:change.${tab}`)}
    </AppLink>
  );
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconScale aria-hidden />}
      title={t('consent-facts:title')}
    >
      <Stack gap="xs">
        <Text size="sm">{t('consent-facts:lead')}</Text>
        <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {findings.map((one) => {
            const place = consentFixTabOf(one, session !== undefined);
            return (
              <List.Item key={JSON.stringify(one)}>
                {form.length > 1 && one.locale !== null && (
                  <Text span size="sm" fw={600}>
                    {t('consent-facts:in_language', { language: names.of(one.locale) })}{' '}
                  </Text>
                )}
                {consentFindingText(t, i18n.language, one, facts)}
                <div>
                  {session && one.code !== 'not_checked' && link('consent')}
                  {place && link(place)}
                </div>
              </List.Item>
            );
          })}
        </List>
      </Stack>
    </Alert>
  );
}

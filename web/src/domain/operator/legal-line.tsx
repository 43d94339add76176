import { Anchor, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { siteOperator } from '../../lib/operator';

/**
 * Links to the terms and the privacy policy, which a person accepts by creating an account. It
 * shows only the documents that the operator has set.
 */
export function LegalDocumentLinks() {
  const { t } = useTranslation('layout');
  const { terms, privacy } = siteOperator().pages;
  if (terms === null && privacy === null) return null;
  // The link opens in a new tab, so that the form keeps what the person has typed.
  const link = (to: string | null) => <Anchor href={to ?? ''} target="_blank" rel="noopener" />;
  return (
    <Text size="sm">
      <Trans
        t={t}
        i18nKey={terms === null ? 'legal.privacy' : privacy === null ? 'legal.terms' : 'legal.both'}
        components={{ terms: link(terms), privacy: link(privacy) }}
      />
    </Text>
  );
}

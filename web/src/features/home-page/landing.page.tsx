import { Container } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/page';
import { ForResearchers } from './for-researchers';
import { Hero } from './hero';
import { HowItWorks } from './how-it-works';
import { Mission } from './mission';
import { OpenStudies } from './open-studies';
import { FrequentQuestions } from './questions';

/**
 * The landing page: why to take part, which studies recruit now, and the features for researchers.
 */
export function LandingPage() {
  const { t } = useTranslation('landing');
  usePageTitle(t('tab'));
  return (
    <>
      <Hero />
      <Container size="xl" w="100%">
        <OpenStudies />
      </Container>
      <HowItWorks />
      <ForResearchers />
      <Container size="xl" w="100%">
        <Mission />
        <FrequentQuestions />
      </Container>
    </>
  );
}

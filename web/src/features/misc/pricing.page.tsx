import { Card, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePricing } from '../../domain/payment/use-pricing';
import { LinkButton } from '../../ui/app-link';
import { emptyLeadPlaceholder, Page } from '../../ui/page';
import { percentOf } from './percent';
import { PricingCalculator } from './pricing-calculator';

const plans = [
  {
    name: 'participants',
    lines: ['participants.line_1', 'participants.line_2', 'participants.line_3'],
    to: '/signup',
  },
  {
    name: 'researchers',
    lines: ['researchers.line_1', 'researchers.line_2', 'researchers.line_3', 'researchers.line_4'],
    to: '/signup?role=researcher',
  },
  { name: 'own', lines: ['own.line_1', 'own.line_2', 'own.line_3'], to: null },
] as const;

/**
 * Shows the price for researchers. The text is blank until the fee is known, so that the page never
 * says "free" where there is a fee.
 */
function PriceOfResearchers() {
  const { t } = useTranslation('pricing');
  const fee = usePricing().data?.fee_basis_points;
  if (fee === undefined) return emptyLeadPlaceholder;
  return fee === 0
    ? t('researchers.price')
    : t('researchers.price_with_fee', { percent: percentOf(fee) });
}

export function PricingPage() {
  const { t } = useTranslation('pricing');
  return (
    <Page title={t('title')} lead={t('lead')}>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        {plans.map(({ name, lines, to }) => (
          <Card key={name} component="section" aria-labelledby={`plan-${name}`}>
            <Stack gap="sm" h="100%">
              <Title order={2} size="h3" id={`plan-${name}`}>
                {t(`${name}.title`)}
              </Title>
              <Text fz={32} fw={650} lh={1.2}>
                {name === 'researchers' ? <PriceOfResearchers /> : t(`${name}.price`)}
              </Text>
              <List spacing="xs" flex={1}>
                {lines.map((line) => (
                  <List.Item key={line}>{t(`${line}`)}</List.Item>
                ))}
              </List>
              {to && (
                <LinkButton to={to} variant="light">
                  {t(`${name}.action`)}
                </LinkButton>
              )}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <PricingCalculator />
      <Text c="dimmed" className="measure">
        {t('note')}
      </Text>
    </Page>
  );
}

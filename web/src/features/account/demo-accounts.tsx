import { Button, Divider, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The seed's three people (API.md, configuration). */
const people = ['participant', 'researcher', 'admin'] as const;
const password = 'Demo-Pass-2026!';

/** Fills the form with one of the demo's accounts; nothing is sent yet. */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const { t } = useTranslation('account');
  return (
    <section aria-label={t('demo.title')}>
      <Divider my="lg" label={t('demo.title')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        {people.map((who) => <Button key={who} variant="default" px="xs" onClick={() => onChoose(`${who}@demo.test`, password)}>{t(`demo.${who}`)}</Button>)}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">{t('demo.text')}</Text>
    </section>
  );
}

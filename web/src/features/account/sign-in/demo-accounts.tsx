import { Button, Divider, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The four people of the demo data (docs/api-conventions.md, configuration). */
const people = ['participant', 'researcher', 'collaborator', 'admin'] as const;
const password = 'Demo-Pass-2026!';

/** Fills the form with one of the demo's accounts; nothing is sent yet. */
export function DemoAccounts({
  onChoose,
}: {
  onChoose: (email: string, password: string) => void;
}) {
  const { t } = useTranslation('account');
  return (
    <section aria-label={t('demo.title')}>
      <Divider my="lg" label={t('demo.title')} />
      {/* The buttons are below each other: the page is too narrow for four labels in a row. */}
      <Stack gap="xs">
        {people.map((who) => (
          <Button
            key={who}
            variant="default"
            fullWidth
            onClick={() => onChoose(`${who}@demo.test`, password)}
          >
            {t(`demo.${who}`)}
          </Button>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="xs">
        {t('demo.text')}
      </Text>
    </section>
  );
}

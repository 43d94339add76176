import { Accordion, SimpleGrid, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './landing.module.css';

const groups = {
  participants: ['pay', 'names', 'stop', 'delete'],
  researchers: ['start', 'review', 'cost', 'full'],
} as const;

/** Frequent questions of participants and researchers, to which the Help menu links. */
export function FrequentQuestions() {
  const { t } = useTranslation('landing');
  return (
    <section className={classes.section} style={{ paddingTop: 0 }} aria-labelledby="faq-title">
      <Title order={2} id="faq-title" mb="lg">
        {t('faq.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        {(['participants', 'researchers'] as const).map((group) => (
          <div key={group} id={`faq-${group}`}>
            <Title order={3} mb="xs">
              {t(`faq.${group}`)}
            </Title>
            <Accordion order={4}>
              {groups[group].map((name) => (
                <Accordion.Item key={name} value={name}>
                  <Accordion.Control>{t(`faq.${name}`)}</Accordion.Control>
                  <Accordion.Panel>
                    <Text c="dimmed">{t(`faq.${name}_text`)}</Text>
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}

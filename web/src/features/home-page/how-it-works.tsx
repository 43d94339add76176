import { Container, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './landing.module.css';

const steps = ['choose', 'read', 'take_part'] as const;

export function HowItWorks() {
  const { t } = useTranslation('landing');
  return (
    <section className={classes.band} aria-labelledby="how-title">
      <Container size="xl" className={classes.section}>
        <Title order={2} id="how-title">
          {t('how.title')}
        </Title>
        <ol className={classes.steps}>
          {steps.map((step, i) => (
            <li key={step}>
              <Title order={3} mb={4}>
                <span className={classes.number} aria-hidden>
                  {i + 1}
                </span>
                {t(`how.${step}`)}
              </Title>
              <Text c="dimmed">{t(`how.${step}_text`)}</Text>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  );
}

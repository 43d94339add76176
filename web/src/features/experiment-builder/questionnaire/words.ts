import { useTranslation } from 'react-i18next';

/** The texts with which a new question begins. */
export function useSurveyWords() {
  const { t } = useTranslation('builder');
  return {
    question: t('new.question'),
    answers: t('new.answer'),
    agree: t('new.agree'),
    disagree: t('new.disagree'),
    statement: t('new.statement'),
  };
}

import { useTranslation } from 'react-i18next';

/** Returns the example texts of a new question. */
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

import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Survey } from '../../../../../contracts/timeline/timeline-questionnaire';

export function SurveySettings({
  survey,
  onChange,
}: {
  survey: Survey;
  onChange: (survey: Survey) => void;
}) {
  const { t } = useTranslation('builder');
  return (
    <>
      <TextInput
        label={t('survey.heading')}
        value={survey.title ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...survey, title: currentTarget.value || undefined })
        }
      />
      <Checkbox
        label={t('survey.numbers')}
        checked={survey.showQuestionNumbers === 'on'}
        onChange={({ currentTarget }) =>
          onChange({ ...survey, showQuestionNumbers: currentTarget.checked ? 'on' : undefined })
        }
      />
      <Checkbox
        label={t('survey.back')}
        checked={survey.showPrevButton ?? true}
        onChange={({ currentTarget }) =>
          onChange({ ...survey, showPrevButton: currentTarget.checked ? undefined : false })
        }
      />
      {(['pageNextText', 'pagePrevText', 'completeText'] as const).map((what) => (
        <TextInput
          key={what}
          label={t(`survey.button.${what}`)}
          value={survey[what] ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...survey, [what]: currentTarget.value || undefined })
          }
        />
      ))}
    </>
  );
}

import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconFilePlus } from '../../../ui/icons/file-plus';
import { IconPlus } from '../../../ui/icons/plus';
import { IconTrash } from '../../../ui/icons/trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ElementType,
  elementTypes,
  type Survey,
  type SurveyPage,
} from '../../../../../contracts/timeline/timeline-questionnaire';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { JsonControl } from '../fields/controls/json-control';
import { FoldedSection } from '../fields/section';
import { QuestionConditionField } from './condition-field';
import { QuestionCard } from './question-card';
import classes from './questionnaire.module.css';
import { SurveySettings } from './survey-settings';
import {
  questionNamesBefore,
  questionNamesIn,
  newQuestion,
  moveByOne,
  surveyOf,
  replaceSurveyPage,
} from './survey.rule';
import { useSurveyWords } from './words';

interface Props {
  value: Json | undefined;
  onChange: (value: Json) => void;
}

/** The questions of a questionnaire, page by page. */
export function SurveyField({ value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const [open, setOpen] = useState<string | null>(null);
  const survey = surveyOf(value);
  const set = (next: Survey) => onChange(JSON.parse(JSON.stringify(next)) as Json);
  if (!survey)
    return (
      <div data-path="parameters.survey">
        <Text size="sm" c="dimmed" mb="xs">
          {t('survey.as_json')}
        </Text>
        <JsonControl
          label={t('survey.title')}
          describedBy=""
          value={value}
          onChange={(next) => onChange(next ?? { pages: [] })}
        />
      </div>
    );
  return (
    <Stack gap="lg" data-path="parameters.survey">
      {survey.pages.map((page, i) => (
        <PageOfQuestions
          key={i}
          survey={survey}
          page={page}
          number={i + 1}
          open={open}
          onOpen={setOpen}
          onChange={(next) => set(replaceSurveyPage(survey, i, next))}
          onRemove={() => set(replaceSurveyPage(survey, i, null))}
        />
      ))}
      {survey.pages.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('survey.empty')}
        </Text>
      )}
      <Group>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconFilePlus size={18} aria-hidden />}
          onClick={() => set({ ...survey, pages: [...survey.pages, { elements: [] }] })}
        >
          {t('survey.add_page')}
        </Button>
      </Group>
      <FoldedSection title={t('survey.settings')}>
        <SurveySettings survey={survey} onChange={set} />
      </FoldedSection>
    </Stack>
  );
}

/** Focuses an element after the next rendering. */
const focusSoon = (selector: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());

function PageOfQuestions(props: {
  survey: Survey;
  page: SurveyPage;
  number: number;
  open: string | null;
  onOpen: (name: string | null) => void;
  onChange: (page: SurveyPage) => void;
  onRemove: () => void;
}) {
  const { survey, page, number, open, onOpen, onChange, onRemove } = props;
  const { t } = useTranslation('builder');
  const words = useSurveyWords();
  const [type, setType] = useState<ElementType>('radiogroup');
  const { elements } = page;
  const set = (next: SurveyPage['elements']) => onChange({ ...page, elements: next });
  const label = t('survey.page', { number });
  const add = () => {
    const one = newQuestion(type, survey, words);
    set([...elements, one]);
    onOpen(one.name);
    focusSoon(`[data-question="${one.name}"]`);
  };
  /** Moves a question by one place; the focus stays with the question. */
  const move = (at: number, by: -1 | 1) => {
    set(moveByOne(elements, at, by));
    focusSoon(`[data-${by < 0 ? 'up' : 'down'}="${elements[at]?.name ?? ''}"]`);
  };
  const remove = (at: number) => {
    const near = elements[at + 1] ?? elements[at - 1];
    set(elements.filter((_, i) => i !== at));
    focusSoon(near ? `[data-question="${near.name}"]` : `[data-add-to="${number}"]`);
  };
  return (
    <section aria-label={label} className={classes.page}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text fw={600} component="h3" size="md">
          {label}
        </Text>
        {survey.pages.length > 1 && (
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t('survey.remove_page', { number })}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <TextInput
        label={t('survey.page_title')}
        value={page.title ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...page, title: currentTarget.value || undefined })
        }
      />
      <ol className={classes.list}>
        {elements.map((element, i) => (
          <QuestionCard
            key={i}
            survey={survey}
            element={element}
            number={i + 1}
            first={i === 0}
            last={i === elements.length - 1}
            open={open === element.name}
            onOpen={(isOpen) => onOpen(isOpen ? element.name : null)}
            onChange={(next) => {
              set(elements.map((one, j) => (j === i ? next : one)));
              if (open === element.name) onOpen(next.name);
            }}
            onMove={(by) => move(i, by)}
            onRemove={() => remove(i)}
          />
        ))}
      </ol>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          flex="1 1 10rem"
          label={t('survey.new_kind')}
          data-add-to={number}
          value={type}
          data={elementTypes.map((one) => ({ value: one, label: t(`survey.type.${one}`) }))}
          onChange={({ currentTarget }) =>
            setType(elementTypes.find((one) => one === currentTarget.value) ?? 'radiogroup')
          }
        />
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('survey.add')}
        </Button>
      </Group>
      {number > 1 && (
        <div className={classes.condition}>
          <QuestionConditionField
            names={
              elements[0] ? questionNamesBefore(survey, elements[0].name) : questionNamesIn(survey)
            }
            value={page.visibleIf}
            onChange={(next) => onChange({ ...page, visibleIf: next })}
          />
        </div>
      )}
    </section>
  );
}

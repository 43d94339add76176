import type { Survey } from '../../../../contracts/timeline/timeline-questionnaire';
import type { JsPsych, TrialValues } from '../js-psych';
import type { PlayerTexts } from '../texts';
import { QuestionnaireForm } from './form';
import { fillInSimulatedAnswers } from './fill-by-simulation';
import { simulatedAnswers } from './simulate';
import style from './questionnaire.css?inline';

/*
 * A jsPsych plugin that shows a questionnaire of one or more pages. The questionnaire is written in
 * a subset of SurveyJS's JSON (contracts/timeline/timeline-questionnaire.ts). The plugin stores
 * each answer in the trial's data under the name of its question.
 */

interface Trial {
  survey: Survey;
}
interface SimulationOptions {
  data?: TrialValues;
}

const types = (window as { jsPsychModule?: { ParameterType: Record<string, number> } })
  .jsPsychModule?.ParameterType;

const texts = () =>
  (
    JSON.parse(document.getElementById('commonlab-data')?.textContent ?? '') as {
      texts: PlayerTexts;
    }
  ).texts.questionnaire;

export default class CommonlabQuestionnaire {
  static info = {
    name: 'questionnaire',
    version: '1.0.0',
    parameters: { survey: { type: types?.OBJECT, default: undefined } },
    data: { rt: { type: types?.INT }, page_rts: { type: types?.INT, array: true } },
  };

  constructor(private readonly jsPsych: JsPsych) {}

  trial(place: HTMLElement, { survey }: Trial): void {
    this.show(place, survey);
  }

  /** In a visual simulation, the answers are entered into the page one after the other. */
  simulate(
    { survey }: Trial,
    mode: 'data-only' | 'visual',
    options: SimulationOptions,
    loaded: () => void,
  ): void {
    const answers = { ...simulatedAnswers(survey), ...options.data };
    const { rt, page_rts: times, ...given } = { rt: 3_000, page_rts: null, ...answers };
    if (mode === 'data-only') {
      loaded();
      this.jsPsych.finishTrial({ rt, page_rts: times, ...given });
      return;
    }
    const place = this.jsPsych.getDisplayElement();
    this.show(place, survey);
    loaded();
    void fillInSimulatedAnswers(place, given);
  }

  private show(place: HTMLElement, survey: Survey): void {
    const begun = performance.now();
    const sheet = document.createElement('style');
    sheet.textContent = style;
    const inner = document.createElement('div');
    place.replaceChildren(sheet, inner);
    const form = new QuestionnaireForm(inner, survey, texts());
    void form.fill().then(() =>
      this.jsPsych.finishTrial({
        rt: Math.round(performance.now() - begun),
        page_rts: form.pageTimes,
        ...form.data(),
      }),
    );
  }
}

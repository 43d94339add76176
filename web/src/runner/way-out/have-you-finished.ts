import type { StartedRun } from '../../../../contracts/runtime/runtime';
import { actionLine, button, makeElement, link, paragraph, showPanel } from '../pages/view';
import { t } from '../texts';

/**
 * A study that does not report its end may stay on its last screen. These are the answers from
 * which the participant can then choose.
 */
export interface FinishedQuestionActions {
  /**
   * The person has finished: the run ends, and the researchers see that the study did not report
   * its end.
   */
  readonly done: () => void;
  /** The person says that the study does not continue. */
  readonly stuck: () => void;
}

const history = () => link(t('runner:to_history'), '/history/participation');
const all = (done: () => void) => {
  const go = button(t('runner:finished_all'), () => {
    go.disabled = true;
    done();
  });
  return go;
};

/**
 * Asks the participant whether they have done everything. It is used if the study has ended without
 * saying so.
 */
export function askWhetherFinished(
  { done }: Pick<FinishedQuestionActions, 'done'>,
  { words, again }: { words: string; again: HTMLElement },
): void {
  showPanel(
    'again',
    t('runner:finished_title'),
    paragraph(t('runner:finished')),
    paragraph(words),
    actionLine(all(done), again, history()),
  );
}

/**
 * Asks the participant what should happen after the study has reported that they want to stop.
 * @param reopen opens the study again, at the same point or from the start
 * @param done ends the run; given only if the study may be over
 */
export function confirmStudyStop(
  { resume: { mode } }: StartedRun,
  reopen: () => void,
  done?: () => void,
): void {
  const goesOn = mode === 'trial' || mode === 'component';
  const words = t(goesOn ? 'runner:stop' : `runner:stop_${mode}`);
  const again = button(t(goesOn ? 'runner:go_on' : 'runner:again'), reopen, false);
  if (done) return askWhetherFinished({ done }, { words, again });
  showPanel('again', t('runner:stop_title'), paragraph(words), actionLine(again, history()));
}

/**
 * A quiet button beside a study that has sent nothing for a while; it opens the question whether
 * the participant has finished.
 */
export function makeLeaveButton({ done, stuck }: FinishedQuestionActions): HTMLElement {
  const title = makeElement('h2', { id: 'finished' }, t('runner:finished_title'));
  const dialog = makeElement('dialog', { className: 'panel' });
  dialog.setAttribute('aria-labelledby', title.id);
  const close = () => dialog.close();
  const then = (answer: () => void) => () => {
    close();
    answer();
  };
  dialog.append(
    title,
    paragraph(t('runner:finished')),
    actionLine(
      all(then(done)),
      button(t('runner:finished_stuck'), then(stuck), false),
      button(t('runner:finished_back'), close, false),
    ),
  );
  const opener = button(t('runner:way_out'), () => dialog.showModal(), false);
  return makeElement('div', { className: 'way-out' }, opener, dialog);
}

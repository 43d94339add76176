import type { StartedRun } from '../../../../contracts/runtime/runtime';
import { actions, button, element, link, paragraph, showPanel } from '../pages/view';
import { t } from '../texts';

/** What the person may answer, who sees the last screen of a study that does not say that it is over. */
export interface Answers {
  /** They have done it all: the run ends, and the researchers see that the study did not say so. */
  readonly done: () => void;
  /** It does not go on. */
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

/** The study has ended without saying whether all of it was done. */
export function haveYouFinished(
  { done }: Pick<Answers, 'done'>,
  { words, again }: { words: string; again: HTMLElement },
): void {
  showPanel(
    'again',
    t('runner:finished_title'),
    paragraph(t('runner:finished')),
    paragraph(words),
    actions(all(done), again, history()),
  );
}

/**
 * The study says that its participant wants to stop, or with `done` that it may be over: what that means is
 * theirs to decide, here. Where it cannot go on, `stopped` is shown after `reopen`.
 */
export function confirmStop(
  { resume: { mode } }: StartedRun,
  reopen: () => void,
  done?: () => void,
): void {
  const goesOn = mode === 'trial' || mode === 'component';
  const words = t(goesOn ? 'runner:stop' : `runner:stop_${mode}`);
  const again = button(t(goesOn ? 'runner:go_on' : 'runner:again'), reopen, false);
  if (done) return haveYouFinished({ done }, { words, again });
  showPanel('again', t('runner:stop_title'), paragraph(words), actions(again, history()));
}

/** A quiet button beside a study that says nothing for a while, and the question behind it. */
export function wayOut({ done, stuck }: Answers): HTMLElement {
  const title = element('h2', { id: 'finished' }, t('runner:finished_title'));
  const dialog = element('dialog', { className: 'panel' });
  dialog.setAttribute('aria-labelledby', title.id);
  const close = () => dialog.close();
  const then = (answer: () => void) => () => {
    close();
    answer();
  };
  dialog.append(
    title,
    paragraph(t('runner:finished')),
    actions(
      all(then(done)),
      button(t('runner:finished_stuck'), then(stuck), false),
      button(t('runner:finished_back'), close, false),
    ),
  );
  const opener = button(t('runner:way_out'), () => dialog.showModal(), false);
  return element('div', { className: 'way-out' }, opener, dialog);
}

import { button, makeElement, paragraph } from '../pages/view';
import { t } from '../texts';
import type { LivenessVerdict } from './life.rule';

export interface LivenessPanelActions {
  again(): void;
  tell(): void;
  giveBack(): Promise<void>;
  works(): void;
}
export interface LivenessPanel {
  readonly element: HTMLElement;
  focus(): void;
}

/**
 * A panel over a study that did not start or that stopped working. It says that the participant did
 * nothing wrong, and offers what they can do.
 */
export function makeLivenessPanel(
  verdict: Exclude<LivenessVerdict, 'fine'>,
  acts: LivenessPanelActions,
): LivenessPanel {
  const heading = makeElement(
    'h1',
    { tabIndex: -1, id: 'life-title' },
    t(`runner:${verdict}_title`),
  );
  const text = paragraph(t(`runner:${verdict}`));
  text.id = 'life-text';
  const status = makeElement('p', { tabIndex: -1 });
  status.setAttribute('role', 'status');
  const tell = button(
    t('runner:life.tell'),
    () => {
      acts.tell();
      tell.remove();
      status.textContent = t('runner:life.told');
      // The pressed button is gone, so the status line takes the focus.
      status.focus();
    },
    false,
  );
  const giveBack = button(
    t('runner:life.give_back'),
    () => {
      status.textContent = t('runner:life.give_back_text');
      giveBack.replaceWith(sure);
      sure.focus();
    },
    false,
  );
  const sure = button(
    t('runner:life.give_back_sure'),
    () => {
      sure.disabled = true;
      void acts.giveBack().catch((error: unknown) => {
        sure.disabled = false;
        status.textContent = error instanceof Error ? error.message : t('runner:unreachable');
      });
    },
    false,
  );
  const works = button(t('runner:life.works'), () => acts.works(), false);
  const panel = makeElement(
    'section',
    { className: 'life' },
    makeElement(
      'div',
      { className: 'panel' },
      heading,
      text,
      status,
      makeElement(
        'p',
        { className: 'actions' },
        button(t('runner:retry'), () => acts.again()),
        tell,
        giveBack,
        works,
      ),
    ),
  );
  panel.dataset.verdict = verdict;
  panel.setAttribute('role', 'alertdialog');
  panel.setAttribute('aria-labelledby', heading.id);
  panel.setAttribute('aria-describedby', text.id);
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') acts.works();
  });
  return { element: panel, focus: () => heading.focus() };
}

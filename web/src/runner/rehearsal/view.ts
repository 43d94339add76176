import {
  manualRehearsalMode,
  type RehearsalMode,
} from '../../../../contracts/runtime/rehearsal-limits';
import { button, makeElement, link, makeList, paragraph, showPage, showPanel } from '../pages/view';
import type { StudyCodeError } from './study-messages.rule';
import { t } from '../texts';
import { keepFocusOutOfStudies } from './keep-keyboard';

/**
 * The number of problems that the page lists while the rehearsal runs; the result contains all of
 * them.
 */
const most = 20;

/**
 * The page of a rehearsal: it shows which simulated participant takes part, what went wrong, and
 * the study below.
 */
export class RehearsalView {
  private readonly who = makeElement('p', { className: 'who' });
  private readonly bar = makeElement('progress', {});
  private readonly doing = makeElement('p', { className: 'doing' });
  private readonly problems = makeElement('ul', { className: 'problems' });
  private readonly known = new Set<string>();
  private readonly stage = makeElement('div', { className: 'stage' });
  private stop: () => void = () => undefined;
  private keepsKeyboard = false;

  constructor(
    title: string,
    private readonly participants: number,
    private readonly result: string,
  ) {
    this.bar.max = participants;
    this.bar.value = 0;
    this.who.id = 'who';
    this.bar.setAttribute('aria-labelledby', 'who');
    this.problems.setAttribute('aria-label', t('runner:rehearsal.problems'));
    const heading = makeElement('h1', { tabIndex: -1 }, t('runner:rehearsal.title', { title }));
    const status = makeElement('div', {}, this.who, this.doing);
    this.doing.setAttribute('role', 'status');
    const stopping = button(t('runner:rehearsal.stop'), () => this.stop(), false);
    const page = makeElement(
      'main',
      { className: 'rehearsal' },
      makeElement(
        'div',
        { className: 'bar' },
        heading,
        makeElement('div', { className: 'line' }, status, stopping),
        this.bar,
        this.problems,
      ),
      this.stage,
    );
    this.problems.hidden = true;
    document.title = `${heading.textContent} · Commonlab`;
    showPage(page);
    heading.focus();
  }

  onStop(stop: () => void): void {
    this.stop = stop;
  }
  participant(number: number, mode: RehearsalMode): void {
    const values = { number, count: this.participants };
    this.who.textContent =
      mode === manualRehearsalMode
        ? t('runner:rehearsal.by_hand')
        : t('runner:rehearsal.participant', values);
    this.bar.value = number - 1;
  }
  study(frame: HTMLIFrameElement, mode: RehearsalMode): void {
    // In the mode `data-only`, each quick trial would take the keyboard focus, and a researcher who
    // wants to stop could not reach the button. So the frame is inert. In the visual mode, a trial
    // may need a person.
    frame.inert = mode === 'data-only';
    if (mode === 'visual' && !this.keepsKeyboard) keepFocusOutOfStudies(this.stage);
    this.keepsKeyboard = true;
    this.stage.replaceChildren(frame);
  }
  trials(count: number): void {
    this.doing.textContent = t('runner:rehearsal.trials', { count });
  }
  waiting(isWaiting: boolean): void {
    if (isWaiting) this.doing.textContent = t('runner:rehearsal.waiting');
  }
  error({ message, file, line }: StudyCodeError): void {
    const where = line === null ? 'at_file' : 'at_line';
    this.tell(file === null ? message : t(`runner:rehearsal.${where}`, { message, file, line }));
  }
  passedOver(plugin: string): void {
    this.tell(t('runner:rehearsal.passed_over', { plugin: plugin || '?' }));
  }
  passedPage(page: string): void {
    this.tell(t('runner:rehearsal.passed_page', { page: page || '?' }));
  }
  stalled(plugin: string | null, seconds: number): void {
    this.tell(
      plugin === null
        ? t('runner:rehearsal.no_jspsych', { seconds })
        : t('runner:rehearsal.stalled', { seconds, plugin }),
    );
  }

  private tell(text: string): void {
    if (this.known.has(text) || this.known.size >= most) return;
    this.known.add(text);
    this.problems.hidden = false;
    this.problems.append(makeElement('li', {}, text));
  }

  unreachable(retry: () => void): void {
    const again = button(t('runner:retry'), retry);
    this.stage.replaceChildren(
      makeElement('div', { className: 'panel' }, paragraph(t('runner:unreachable')), again),
    );
  }

  /**
   * Shows that the rehearsal does not continue on this page: another tab continues it, or the
   * server has refused it.
   */
  over(why: 'elsewhere' | 'refused', text: string): void {
    showPanel(
      why === 'elsewhere' ? 'elsewhere' : 'attention',
      t(`runner:rehearsal.${why}`),
      paragraph(text),
      ...(this.known.size > 0 ? [makeList([...this.known])] : []),
      makeElement(
        'p',
        { className: 'actions' },
        link(t('runner:rehearsal.result'), this.result, true),
      ),
    );
  }
}

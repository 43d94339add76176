import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import type { Participation } from '../../../../contracts/enrolment/participations';
import {
  isPaidReward,
  participationPaymentSentence,
} from '../../../../contracts/enrolment/payment.rule';
import type { LoadFailureReason, StartedRun } from '../../../../contracts/runtime/runtime';
import type { Study } from '../../../../contracts/studies/studies';
import type { CallError } from '../api';
import { localeOfDateTimes } from '../../lib/intl/locale-of-moments';
import { moneyIn } from '../../lib/intl/money-words';
import { resumeNoticeOf } from './come-back.rule';
import { reachedHostsText, browserDataReasonsOf } from './reached-hosts';
import {
  actionLine,
  button,
  makeElement,
  link,
  makeList,
  paragraph,
  showPanel as show,
  showPanelLater,
} from './view';
import { t } from '../texts';

const history = () => link(t('runner:to_history'), '/history/participation');

export const showLoading = () => showPanelLater('study', t('runner:loading'));

/** The facts of the study that the page before the study shows. */
type Beginning = Pick<Study, '_id' | 'title' | 'maximum_minutes' | 'anonymity'>;

/** Shows the page before the study: what the study uses of the device, to which hosts it connects, and one button that begins it. */
export function showBeforeStudy(
  study: Beginning,
  runtime: HostedRuntime & { isStarted: boolean },
  begin: () => void,
): void {
  const { needs, resume, shares, isStarted } = runtime;
  const { text, ...howLong } = resumeNoticeOf(resume, study.maximum_minutes);
  const goesOn = resume.mode === 'trial' || resume.mode === 'component';
  show(
    'study',
    study.title,
    paragraph(t('runner:before')),
    makeList([
      t('runner:saved_as_you_go'),
      t(`runner:${text}`, { ...howLong }),
      reachedHostsText(runtime),
      ...(study.anonymity ? [t(`runner:${study.anonymity}`)] : []),
      ...browserDataReasonsOf(runtime),
      ...(shares === false ? [] : [t('runner:shares')]),
      ...needs.map((need) => t(`runner:needs_${need}`)),
    ]),
    actionLine(
      button(t(isStarted && goesOn ? 'runner:go_on' : 'runner:begin'), begin),
      link(t('runner:back'), `/study/details/${study._id}`),
    ),
  );
}

/** Shows that an earlier visit ended in the middle, and that the study cannot be continued at that point. */
export function showStoppedRun({ resume }: StartedRun, again: () => void): void {
  const why = resume.mode === 'one_sitting' ? 'one_sitting' : 'stopped';
  show(
    'again',
    t(`runner:${why}_title`),
    paragraph(t(`runner:${why}`)),
    actionLine(button(t('runner:again'), again), history()),
  );
}

/** Shows that the study's own address does not answer, and that no data is lost. */
export const showStudyUnreachable = (again: () => void): void =>
  show(
    'again',
    t('runner:unreached_title'),
    paragraph(t('runner:unreached')),
    actionLine(button(t('runner:retry'), again), history()),
  );

/** Shows that the study is over, and that its last data are being sent. */
export function showSendingData(isWaiting: boolean, bytes = 0): void {
  const text = isWaiting
    ? t('runner:sending_offline')
    : bytes > 0
      ? t('runner:sending_files', { left: sizeOf(bytes) })
      : t('runner:sending');
  const shown = document.querySelector('[data-sending]');
  if (shown) {
    if (shown.textContent !== text) shown.textContent = text;
    return;
  }
  const line = paragraph(text);
  line.dataset.sending = '';
  line.setAttribute('role', 'status');
  show('on_its_way', t('runner:sending_title'), line);
}

function sizeOf(bytes: number): string {
  const [unit, maximumFractionDigits, size] =
    bytes < 1_000_000
      ? ['kilobyte', 0, Math.max(1, bytes / 1_000)]
      : ['megabyte', 1, bytes / 1_000_000];
  const format = { style: 'unit', unit, maximumFractionDigits } as const;
  return new Intl.NumberFormat(document.documentElement.lang, format).format(size);
}

/**
 * Shows that the study's files are being loaded before the study begins.
 * @returns a function to call with the number of bytes that have arrived
 */
export function showLoadingFiles(all: number): (bytes: number) => void {
  const title = t('runner:files_loading_title');
  const bar = makeElement('progress', { max: all, value: 0 });
  bar.setAttribute('aria-label', title);
  // The percentage is shown in steps of ten, since a screen reader announces each change.
  const line = paragraph('');
  line.setAttribute('role', 'status');
  show('study', title, bar, line, paragraph(t('runner:files_loading')));
  return (bytes) => {
    bar.value = bytes;
    const percent = Math.floor((10 * bytes) / all) * 10;
    const text = t('runner:files_loaded', { percent, size: sizeOf(all) });
    if (line.textContent !== text) line.textContent = text;
  };
}

/** Shows that some of the study's files could not be loaded after several tries. The study does not begin without them. */
export function showFilesNotLoaded(
  files: readonly { path: string; bytes: number; why: LoadFailureReason }[],
  again: () => void,
): void {
  const because = (why: LoadFailureReason) => {
    const of = files.filter((one) => one.why === why);
    const named = of.map(({ path, bytes }) => ({ name: path, bytes }));
    return of.length === 0
      ? []
      : [paragraph(t(`runner:files_${why}`)), makeList(namedFiles(named))];
  };
  show(
    'attention',
    t('runner:files_missing_title', { count: files.length }),
    ...because('blocked'),
    ...because('incomplete'),
    paragraph(t('runner:files_kept')),
    actionLine(
      button(t('runner:retry'), again),
      link(t('runner:files_later'), '/history/participation'),
    ),
  );
}

function namedFiles(files: readonly { name: string; bytes: number }[]): string[] {
  const named = files.slice(0, 5).map(({ name, bytes }) => `${name} (${sizeOf(bytes)})`);
  if (files.length > named.length)
    named.push(t('runner:files_more', { more: files.length - named.length }));
  return named;
}

/** Shows which of the run's files this browser does not have. The person decides whether the run ends without them. */
export function showMissingRunFiles(
  files: readonly { name: string; bytes: number }[],
  finish: () => Promise<void>,
): void {
  const go = button(t('runner:files_finish', { count: files.length }), () => {
    go.disabled = true;
    void finish();
  });
  show(
    'attention',
    t('runner:files_gone_title', { count: files.length }),
    paragraph(t('runner:files_gone', { count: files.length })),
    makeList(namedFiles(files)),
    paragraph(t('runner:files_elsewhere')),
    actionLine(go, history()),
  );
}

type Paid = Pick<
  Participation,
  'state' | 'part_due' | 'reward' | 'payment_terms' | 'payer' | 'pay_by'
>;

/** Returns paragraphs about the payment: the amount of the reward, who pays it, how, and when. */
function payment({
  state,
  part_due,
  reward,
  payment_terms: terms,
  payer,
  pay_by,
}: Paid): HTMLElement[] {
  if (!isPaidReward(reward)) return [];
  const { lang } = document.documentElement;
  const locale = localeOfDateTimes(lang, navigator.languages);
  const day = (at: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at);
  const by = pay_by ? new Date(pay_by) : null;
  const said = participationPaymentSentence(
    (key, values) => t(`payment:${key}`, values ?? {}),
    { state, part_due },
    { payer, terms, by },
    day,
  );
  return [makeElement('p', {}, makeElement('strong', {}, moneyIn(lang, reward)), ` · ${said}`)];
}

export function showStudyCompleted(study: Pick<Study, 'title'>, mine: Paid): void {
  show(
    'done',
    t('runner:done_title'),
    paragraph(t('runner:done', { title: study.title })),
    ...payment(mine),
    actionLine(
      link(t('runner:to_studies'), '/home', true),
      link(t('runner:to_history'), '/history/participation'),
    ),
  );
}

export const showRunTakenOver = (here: () => void): void =>
  show(
    'elsewhere',
    t('runner:taken_over_title'),
    paragraph(t('runner:taken_over')),
    actionLine(button(t('runner:here'), here, false)),
  );

type NotRunnable = 'insecure' | 'not_found' | 'not_hosted' | 'over' | 'no_rehearsal';
export const showNotRunnable = (reason: NotRunnable): void =>
  show(
    'attention',
    t(`runner:${reason}_title`),
    paragraph(t(`runner:${reason}`)),
    actionLine(history()),
  );

/** Shows that an error happened, that the recorded data is kept, and how to try again. */
export function showProblem(error: CallError | undefined, retry: () => void): void {
  show(
    'attention',
    t('runner:problem_title'),
    paragraph(error?.status ? error.message : t('runner:unreachable')),
    paragraph(t('runner:kept')),
    actionLine(button(t('runner:retry'), retry), history()),
  );
}

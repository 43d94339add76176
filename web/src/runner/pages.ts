import i18next from 'i18next';
import type { HostedRuntime } from '../../../contracts/hosted-runtime';
import type { StartedRun } from '../../../contracts/runtime';
import type { Study } from '../../../contracts/studies';
import type { CallError } from './api';
import { comeBack } from './come-back.rule';
import { actions, button, link, list, paragraph, showPanel as show, showPanelLater } from './view';

const history = () => link(i18next.t('runner:to_history'), '/history/participation');

export const loading = () => showPanelLater('study', i18next.t('runner:loading'));

/** What the page before a study says of it. */
type Beginning = Pick<Study, '_id' | 'title' | 'maximum_minutes'>;

/** Before the study: what it uses of the device and whom it reaches, then one button. */
export function before(
  study: Beginning,
  { hosts, needs, resume, shares }: HostedRuntime,
  begin: () => void,
): void {
  const { text, ...howLong } = comeBack(resume, study.maximum_minutes);
  show(
    'study',
    study.title,
    paragraph(i18next.t('runner:before')),
    list([
      i18next.t('runner:saved_as_you_go'),
      i18next.t(`runner:${text}`, { ...howLong }),
      hosts.length > 0
        ? i18next.t('runner:hosts', { hosts: hosts.join(', ') })
        : i18next.t('runner:no_hosts'),
      ...(shares === false ? [] : [i18next.t('runner:shares')]),
      ...needs.map((need) => i18next.t(`runner:needs_${need}`)),
    ]),
    actions(
      button(i18next.t('runner:begin'), begin),
      link(i18next.t('runner:back'), `/study/details/${study._id}`),
    ),
  );
}

/** An earlier visit ended in the middle, and the study cannot go on there. */
export function stopped({ resume }: StartedRun, again: () => void): void {
  const why = resume.mode === 'one_sitting' ? 'one_sitting' : 'stopped';
  show(
    'again',
    i18next.t(`runner:${why}_title`),
    paragraph(i18next.t(`runner:${why}`)),
    actions(button(i18next.t('runner:again'), again), history()),
  );
}

/**
 * The study says that its participant wants to stop: what that means is theirs to decide, here.
 * @param reopen what `stopped` is shown after, where the study cannot go on
 */
export function wantsToStop({ resume: { mode } }: StartedRun, reopen: () => void): void {
  const goesOn = mode === 'trial' || mode === 'component';
  show(
    'again',
    i18next.t('runner:stop_title'),
    paragraph(i18next.t(goesOn ? 'runner:stop' : `runner:stop_${mode}`)),
    actions(button(i18next.t(goesOn ? 'runner:go_on' : 'runner:again'), reopen, false), history()),
  );
}

/** The study's own address does not answer: nothing was done, and nothing is lost. */
export const unreached = (again: () => void): void =>
  show(
    'again',
    i18next.t('runner:unreached_title'),
    paragraph(i18next.t('runner:unreached')),
    actions(button(i18next.t('runner:retry'), again), history()),
  );

/** The study is over, and its last data are on their way. */
export function sending(isWaiting: boolean, bytes = 0): void {
  const text = isWaiting
    ? i18next.t('runner:sending_offline')
    : bytes > 0
      ? i18next.t('runner:sending_files', { left: sizeOf(bytes) })
      : i18next.t('runner:sending');
  const shown = document.querySelector('[data-sending]');
  if (shown) {
    if (shown.textContent !== text) shown.textContent = text;
    return;
  }
  const line = paragraph(text);
  line.dataset.sending = '';
  line.setAttribute('role', 'status');
  show('on_its_way', i18next.t('runner:sending_title'), line);
}

function sizeOf(bytes: number): string {
  const [unit, maximumFractionDigits, size] =
    bytes < 1_000_000
      ? ['kilobyte', 0, Math.max(1, bytes / 1_000)]
      : ['megabyte', 1, bytes / 1_000_000];
  const format = { style: 'unit', unit, maximumFractionDigits } as const;
  return new Intl.NumberFormat(i18next.language, format).format(size);
}

/** Files that this browser does not have any more, nor ever had: the person decides. */
export function filesGone(
  files: readonly { name: string; bytes: number }[],
  finish: () => Promise<void>,
): void {
  const named = files.slice(0, 5).map(({ name, bytes }) => `${name} (${sizeOf(bytes)})`);
  if (files.length > named.length)
    named.push(i18next.t('runner:files_more', { more: files.length - named.length }));
  const go = button(i18next.t('runner:files_finish', { count: files.length }), () => {
    go.disabled = true;
    void finish();
  });
  show(
    'attention',
    i18next.t('runner:files_gone_title', { count: files.length }),
    paragraph(i18next.t('runner:files_gone', { count: files.length })),
    list(named),
    paragraph(i18next.t('runner:files_elsewhere')),
    actions(go, history()),
  );
}

export function done(study: Study): void {
  show(
    'done',
    i18next.t('runner:done_title'),
    paragraph(i18next.t('runner:done', { title: study.title })),
    actions(
      link(i18next.t('runner:to_history'), '/history/participation', true),
      link(i18next.t('runner:to_studies'), '/home'),
    ),
  );
}

export function takenOver(here: () => void): void {
  show(
    'elsewhere',
    i18next.t('runner:taken_over_title'),
    paragraph(i18next.t('runner:taken_over')),
    actions(button(i18next.t('runner:here'), here, false)),
  );
}

export function notRunnable(
  reason: 'insecure' | 'not_found' | 'not_hosted' | 'over' | 'no_rehearsal',
): void {
  show(
    'attention',
    i18next.t(`runner:${reason}_title`),
    paragraph(i18next.t(`runner:${reason}`)),
    actions(history()),
  );
}

/** What happened, what is kept, what to do. */
export function problem(error: CallError | undefined, retry: () => void): void {
  show(
    'attention',
    i18next.t('runner:problem_title'),
    paragraph(error?.status ? error.message : i18next.t('runner:unreachable')),
    paragraph(i18next.t('runner:kept')),
    actions(button(i18next.t('runner:retry'), retry), history()),
  );
}

import type { StartedRun } from '../../../../contracts/runtime/runtime';
import english from '../../../../locales/en/runner.json';
import type { Anonymity } from '../../../../contracts/studies/anonymity';
import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import { showBeforeStudy, showFilesNotLoaded, showLoadingFiles } from './pages';
import { setTexts } from '../texts';
import { confirmStudyStop } from '../way-out/have-you-finished';

const run = (mode: StartedRun['resume']['mode']) => ({ resume: { mode } }) as StartedRun;
beforeAll(() => setTexts('en', english));

describe('a participant who wants to stop reads', () => {
  const shown = (mode: StartedRun['resume']['mode']) => {
    document.body.innerHTML = '<div id="root"></div>';
    confirmStudyStop(run(mode), () => undefined);
    const all = (what: string) =>
      [...document.querySelectorAll(what)].map((one) => one.textContent ?? '');
    return { text: all('main > p').join(' '), buttons: all('button') };
  };

  it.each(['trial', 'component'] as const)('that they can go on, where they can: %s', (mode) => {
    const { text, buttons } = shown(mode);
    expect(text).toContain('You can go on.');
    expect(buttons).toEqual(['Go on with the study']);
  });

  it('that they can only begin again when the study cannot be resumed', () => {
    const { text, buttons } = shown('restart');
    expect(text).toContain('can’t go on where you are, but you can begin again from the start');
    expect(buttons).toEqual(['Begin again']);
  });

  it('that researchers see a restart of a study for one sitting', () => {
    const { text, buttons } = shown('one_sitting');
    expect(text).toContain('made for one sitting, so it can’t go on where you are');
    expect(text).toContain('begin again from the start; the researchers see that you did');
    expect(buttons).toEqual(['Begin again']);
  });
});

describe('a participant who is about to begin reads', () => {
  type Mode = HostedRuntime['resume']['mode'];
  const linesWith = (
    hosts: string[],
    shares?: boolean,
    isStarted = false,
    mode: Mode = 'trial',
    { of, ...more }: Partial<HostedRuntime> & { of?: { anonymity: Anonymity } } = {},
  ) => {
    document.body.innerHTML = '<div id="root"></div>';
    const runtime: HostedRuntime = {
      kind: 'hosted',
      version_id: 'y',
      sha256: 'z',
      entry: 'index.html',
      resume: { mode, hours: 24 },
      hosts,
      needs: [],
      expected_records: null,
      conditions: null,
      ...(shares !== undefined && { shares }),
      ...more,
    };
    const study = { _id: 'x', title: 'Words', maximum_minutes: 60, anonymity: null, ...of };
    showBeforeStudy(study, { ...runtime, isStarted }, () => {
      throw new Error('no button was pressed');
    });
    return [...document.querySelectorAll('li')].map((one) => one.textContent);
  };
  const buttonWith = (isStarted: boolean, mode: Mode = 'trial') => {
    linesWith([], undefined, isStarted, mode);
    return document.querySelector('button')?.textContent;
  };

  it('whether the study resumes where it was left', () => {
    expect(buttonWith(false)).toBe('Begin');
    expect(buttonWith(true)).toBe('Go on with the study');
    expect(buttonWith(true, 'component')).toBe('Go on with the study');
    expect(buttonWith(true, 'restart')).toBe('Begin');
    expect(buttonWith(true, 'one_sitting')).toBe('Begin');
  });

  it('which other hosts receive data', () => {
    expect(linesWith(['data.example', 'media.example'])).toContain(
      'It also exchanges data with data.example, media.example.',
    );
  });

  const only = 'It exchanges data with this site only.';
  it('that data goes to this site only when the study has no code of its own', () => {
    const more = { kind: 'builder', own_code: false } as const;
    expect(linesWith([], false, false, 'trial', more)).toContain(only);
  });

  it('what the researchers’ code should and could do, also for older studies', () => {
    for (const more of [{}, { own_code: true }]) {
      const lines = linesWith([], false, false, 'trial', more);
      expect(lines).not.toContain(only);
      expect(lines).toContain(
        'It is meant to exchange data with this site only. Its code could still tell another server that you are here.',
      );
    }
  });

  it('what anonymous means when the study is anonymous', () => {
    const linesOf = (anonymity: Anonymity) =>
      linesWith([], false, false, 'trial', { of: { anonymity } }).join(' ');
    expect(linesOf('by_construction')).toContain('Anonymous by construction: ');
    expect(linesOf('by_agreement')).toContain('Anonymous by agreement: ');
    expect(linesWith([]).join(' ')).not.toContain('Anonymous');
  });

  it('the researchers’ reasons for what the code reads', () => {
    const reasons = { reads_pixels: 'We store what you draw.' };
    expect(linesWith([], false, false, 'trial', { reasons }).join(' ')).toContain(
      'Its code reads pictures that your browser draws, which can recognise it. ' +
        'The researchers say: “We store what you draw.”',
    );
  });

  it('that other participants’ pages receive data, also in older studies', () => {
    const line = 'Its pages can pass on what you do to the pages of others who take part.';
    expect(linesWith([], true)).toContain(line);
    expect(linesWith([])).toContain(line);
    expect(linesWith([], false)).not.toContain(line);
  });
});

describe('the page that is shown while the files of a study are loaded', () => {
  beforeEach(() => {
    document.body.innerHTML = '<div id="root"></div>';
  });

  it('shows the progress by a bar and a sentence; the sentence, which is read out, changes by tenths', () => {
    const tell = showLoadingFiles(2_000_000);
    const bar = document.querySelector('progress');
    const line = document.querySelector('[role=status]');
    const said: (string | null | undefined)[] = [];
    for (const bytes of [0, 190_000, 200_000, 399_999, 2_000_000]) {
      tell(bytes);
      said.push(line?.textContent);
    }
    expect(said).toEqual([0, 0, 10, 10, 100].map((tenth) => `${tenth} % of 2 MB loaded`));
    expect([bar?.value, bar?.max]).toEqual([2_000_000, 2_000_000]);
    expect(bar?.getAttribute('aria-label')).toBe('Loading the study’s files');
  });

  it('lists at most five files that failed, and has a button that requests them again', () => {
    const again = jest.fn();
    const why = 'incomplete' as const;
    const files = Array.from({ length: 7 }, (_, n) => ({
      ...{ path: `${n}.png`, bytes: 1_500_000, why },
    }));
    showFilesNotLoaded(files, again);
    expect(document.querySelector('h1')?.textContent).toBe('Files of the study did not arrive');
    const named = [...document.querySelectorAll('li')].map((one) => one.textContent);
    expect(named).toHaveLength(6);
    expect([named[0], named[5]]).toEqual(['0.png (1.5 MB)', 'and 2 more']);
    document.querySelector('button')?.click();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('lists files that the browser blocks separately, and says what to do', () => {
    const bytes = 1_000;
    showFilesNotLoaded(
      [
        { path: 'slow.png', bytes, why: 'incomplete' },
        { path: 'ads/a.png', bytes, why: 'blocked' },
      ],
      () => undefined,
    );
    const said = [...document.querySelectorAll('main > p, li')].map((one) => one.textContent ?? '');
    expect(said).toMatchObject([
      expect.stringContaining('Mostly it is an ad blocker: turn it off for this page'),
      'ads/a.png (1 kB)',
      expect.stringContaining('did not arrive whole. Check your connection'),
      'slow.png (1 kB)',
      expect.stringContaining('you can also go on later'),
      'Try againGo on later',
    ]);
  });
});

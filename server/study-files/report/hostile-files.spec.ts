import { readFileFacts } from './facts-of.rule';
import { parseJatosStudy } from '../import-jatos/jatos-study';
import { makeVersionReport } from './report.rule';

/**
 * The CPU time in milliseconds that a file of this test may take. The limit for real files
 * (report-limits.ts) is far greater, as a reserve for cases that no test covers.
 */
const mostMs = 3_000;

/** Measures CPU time, as the limits do: elapsed time would depend on the load of the machine. */
function processorMs(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
/**
 * Measures the least CPU time of up to three runs; stops at the first run within the limit. A single
 * run can be too slow by chance, since threads that collect garbage or compile add to the CPU time
 * of the process.
 */
function leastMs(work: () => unknown): number {
  let least = Infinity;
  for (let i = 0; i < 3 && least >= mostMs; i++) least = Math.min(least, processorMs(work));
  return least;
}

const kB = (pattern: string, size = 500) => pattern.repeat((size * 1_000) / pattern.length);
const inString = (text: string) => `const s = "${text}";`;

describe('A file designed to be slow to check', () => {
  it.each([
    ['tags that do not end', 'a.js', inString(kB('<'))],
    ['tags with much before an address', 'a.js', inString(kB('<img a '))],
    ['spaces before an address', 'a.js', inString(kB('<img src   '))],
    ['addresses of styles that do not end', 'a.css', kB('url(')],
    ['addresses in quotes that do not end', 'a.css', kB('url("')],
    ['comments of styles that do not end', 'a.css', kB('/* ')],
    ['words that announce a code', 'a.html', kB('completion code <b>x</b>')],
    ['addresses of a panel', 'a.js', inString(kB('app.prolific.co/submissions/complete?'))],
    ['elements side by side', 'a.html', kB('<br>')],
    ['elements in each other', 'a.html', kB('<b>')],
    ['calls of calls', 'a.js', `a${kB('.b()', 100)}`],
    ['brackets in brackets', 'a.js', kB('[', 50)],
  ])('is checked within the time limit nevertheless: %s', (_, path, text) => {
    const report = () =>
      makeVersionReport({
        files: [{ path, facts: readFileFacts(path, text) }],
        unread: [],
        archiveNotes: { leftOut: [], notes: [] },
        jatos: null,
      });
    expect(leastMs(report)).toBeLessThan(mostMs);
  });

  it('reports the strings of a script within the time limit, although three hundred pages could load it', () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `"no/picture-${n}.png"`);
    const script = { path: 'a.js', facts: readFileFacts('a.js', `const s = [${names.join()}];`) };
    const pages = Array.from({ length: 300 }, (_, n) => ({ path: `p/${n}.html` }));
    const report = () =>
      makeVersionReport({
        files: [script, ...pages],
        unread: [],
        archiveNotes: { leftOut: [], notes: [] },
        jatos: null,
      });
    const { findings, more } = report();
    expect(findings.length + more).toBeGreaterThan(2_000);
    expect(leastMs(report)).toBeLessThan(mostMs);
  });

  it('counts as an unreadable JATOS description when it is nested too deeply', () => {
    const deep = `{"data":{"componentList":[{"jsonData":${kB('[', 3)}${kB(']', 3)}}]}}`;
    expect(parseJatosStudy(deep, new Set())).toBeNull();
    const other = `{"data":{"componentList":[],"x":${kB('[', 3)}${kB(']', 3)}}}`;
    expect(parseJatosStudy(other, new Set())).toBeNull();
  });

  it.each([
    ['components', '{"data":{"componentList":[', '{},', '{}]}}'],
    ['batches', '{"data":{"componentList":[],"batchList":[', '{},', '{}]}}'],
    ['values of a component', '{"data":{"componentList":[{"jsonData":[', '[],', '0]}]}}'],
    ['values of the study', '{"data":{"componentList":[],"x":[', '0,', '0]}}'],
  ])(
    'is read only in part if it is a JATOS description, however many %s it has',
    (_, begin, one, end) => {
      const text = `${begin}${kB(one, 3_900)}${end}`;
      expect(leastMs(() => parseJatosStudy(text, new Set()))).toBeLessThan(mostMs);
    },
  );
});

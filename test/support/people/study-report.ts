import type { ArchiveNotes } from '../../../server/study-files/archive/archive.rule';
import type { CheckedFile } from '../../../server/study-files/report/facts.rule';
import { readFileFacts } from '../../../server/study-files/report/facts-of.rule';
import { parseJatosStudy } from '../../../server/study-files/import-jatos/jatos-study';
import { isCheckedPath } from '../../../server/study-files/versions/checked-files.rule';
import { makeVersionReport } from '../../../server/study-files/report/report.rule';

/**
 * Makes the report on a version of a study's files. @param files the content of each file, by its
 * path
 */
export function studyReportFor(
  files: Record<string, string>,
  leftOut: string[] = [],
  notes: ArchiveNotes['notes'] = [],
) {
  const paths = Object.keys(files);
  const checked: CheckedFile[] = paths.map((path) =>
    isCheckedPath(path) && !path.endsWith('.jas')
      ? { path, facts: readFileFacts(path, files[path] ?? '') }
      : { path },
  );
  const jas = paths.find((path) => path.endsWith('.jas'));
  const jatos = jas === undefined ? null : parseJatosStudy(files[jas] ?? '', new Set(paths));
  return makeVersionReport({ files: checked, unread: [], archiveNotes: { leftOut, notes }, jatos });
}
const ofAll = ['no_end', 'no_rows'];
/**
 * Lists the findings of the report as `code file:line detail`.
 * @param without the codes of findings that the test is not about
 */
export const reportFindingsOf = (
  files: Record<string, string>,
  without = [...ofAll, 'not_reached'],
) =>
  studyReportFor(files)
    .findings.filter(({ code }) => !without.includes(code))
    .map(({ code, file, line, detail }) =>
      `${code} ${file}${line === null ? '' : `:${line}`} ${detail ?? ''}`.trim(),
    );
/** Makes a page with this content in its head and body. */
export const htmlPage = (head: string, body = '') =>
  `<!doctype html>\n<html>\n<head>${head}</head>\n<body>${body}</body></html>`;
/** Makes a study of one page that contains this script. */
export const studyWithScript = (text: string) => ({
  'index.html': htmlPage(`<script>\n${text}\n</script>`),
});

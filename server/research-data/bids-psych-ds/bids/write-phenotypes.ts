import { bidsColumns, bidsReservedNames, type BidsEntities } from './bids.rule';
import { allowedColumnNames } from '../names.rule';
import {
  questionNameOf,
  type PluginQuestionnaire,
  type Questionnaires,
} from './questionnaires.rule';
import { tsvHeader, tsvLine } from './tsv.rule';
import type { ExportTexts } from '../../research-data-texts';
import type { Cell } from '../../columns/cell.rule';
import { columnAddedByFormat, type Column } from '../../columns/column.rule';
import type { DatasetFilesWriter } from '../checked-files';
import type { DatasetContent } from '../../archive/dataset';
import { tableTextInPieces } from '../../csv-json-parquet/table-text';

interface Answers {
  readonly questionnaires: Questionnaires;
  /** The columns of the data, with the names that the standard allows. */
  readonly columns: readonly Column[];
  readonly entities: ReadonlyMap<string, BidsEntities>;
}

/** The sidecar's field about the questionnaire as a whole; no column may have this name. */
const metadata = 'MeasurementToolMetadata';

/**
 * Writes the folder `phenotype/`: a table for each plugin that asks questions, with a row for each
 * run of the dataset. Participants who did not answer have a row with empty cells, because the
 * standard requires a row for each participant.
 */
export async function writePhenotypes(
  checked: DatasetFilesWriter,
  content: Pick<DatasetContent, 'dataByRun'>,
  { questionnaires, columns, entities }: Answers,
  t: ExportTexts,
): Promise<void> {
  const all = [...entities.values()];
  const ids = [
    { entry: columnAddedByFormat('participant_id', t('columns.participant_id')), of: subOf },
    ...(all.some(({ ses }) => ses !== null)
      ? [{ entry: columnAddedByFormat('session_id', t('columns.session_id')), of: sesOf }]
      : []),
    ...(all.some(({ run }) => run !== null)
      ? [{ entry: columnAddedByFormat('run_id', t('columns.run_id')), of: runOf }]
      : []),
  ];
  for (const measure of questionnaires.measures()) {
    const entries = [...ids.map(({ entry }) => entry), ...questionsOf(measure, columns, t)];
    const path = `phenotype/${measure.type.replaceAll('-', '_')}`;
    await checked.addJson(`${path}.json`, {
      [metadata]: { Description: t('columns.measure', { plugin: measure.type }) },
      ...bidsColumns(entries, t),
    });
    async function* rows(): AsyncGenerator<Cell[][]> {
      for await (const { run, rows: trials } of content.dataByRun()) {
        const named = entities.get(run.id);
        if (!named) continue;
        yield [[...ids.map(({ of }) => of(named)), ...questionnaires.answersOf(measure, trials())]];
      }
    }
    const begin = tsvHeader(entries.map(({ name }) => name));
    await checked.addTable(`${path}.tsv`, tableTextInPieces({ begin, line: tsvLine }, rows()));
  }
}

const subOf = ({ sub }: BidsEntities) => `sub-${sub}`;
const sesOf = ({ ses }: BidsEntities) => (ses === null ? undefined : `ses-${ses}`);
const runOf = ({ run }: BidsEntities) => (run === null ? undefined : `run-${run}`);

/**
 * Converts the questions to columns of the questionnaire's table. If this changes the name of a
 * column, the sidecar states the name that the column has in the data.
 */
function questionsOf(
  { questions }: PluginQuestionnaire,
  columns: readonly Column[],
  t: ExportTexts,
): Column[] {
  const asked = questions.flatMap(({ column, answer }) => {
    const entry = columns[column];
    if (!entry) return [];
    if (answer > 1) return [laterAnswer(entry, answer, t)];
    return [
      questions.some((one) => one.column === column && one.answer > 1) ? firstOf(entry, t) : entry,
    ];
  });
  const names = allowedColumnNames(
    asked.map(({ name }) => name),
    questionNameOf,
    [...bidsReservedNames, metadata, 'participant_id', 'session_id', 'run_id'],
  );
  return asked.map((entry, i) => {
    const name = names[i] ?? entry.name;
    const before = entry.renamed_from ?? entry.name;
    return name === entry.name ? entry : { ...entry, name, renamed_from: before };
  });
}

/**
 * Makes the column with a run's first answer to a question that some runs answer more than once.
 */
const firstOf = (entry: Column, t: ExportTexts): Column => {
  const first = t('columns.first_answer', { question: questionNameOf(entry.name) });
  return {
    ...entry,
    description: entry.description === undefined ? first : `${first}: ${entry.description}`,
  };
};

/**
 * Makes the column for a run's second or later answer to a question.
 * @param number the number of the answer: 2 for the second answer of a run, 3 for the third
 */
function laterAnswer(entry: Column, number: number, t: ExportTexts): Column {
  const again = t('columns.later_answer', { number, question: questionNameOf(entry.name) });
  return {
    ...entry,
    name: `${entry.name}_${number}`,
    renamed_from: entry.renamed_from ?? entry.name,
    description: entry.description === undefined ? again : `${again}: ${entry.description}`,
  };
}

import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { addExternalData } from '../../../contracts/research-data/external-data';
import type { SentParameterName } from '../../../contracts/studies/external-url';
import type {
  ExternalStudySession,
  ExternalParticipantsRead,
} from '../../enrolment/participations/external-participants.read';
import { DomainError } from '../../platform/errors/errors';
import { CsvFault } from './csv-rows.rule';
import { parseColumnIndexes, type CsvHeader, type CsvNotation } from './header.rule';
import type { StoredExternalColumn } from './external-data.entity';
import { MatchableParticipants } from './matchable-participants.rule';
import { openCsvFile } from './read-rows';
import { CsvAnalysis, type CsvColumnChoice } from './csv-analysis.rule';

type Options = EndpointInput<typeof addExternalData>['query'];

export interface AnalysedCsv {
  readonly check: ReturnType<CsvAnalysis['end']>;
  /** The columns that will be stored. */
  readonly columns: readonly (StoredExternalColumn & { readonly place: number })[];
  /** The bytes that the rows use of the owner's quota. */
  readonly bytes: number;
  /** Starts a second pass over the same file, with the same people and columns, to get its rows. */
  again(): CsvAnalysis;
}

/**
 * Reads a file once and finds its columns, its rows' owners and its errors.
 * @throws DomainError not_external where no session of the study sent people to another website
 */
export async function analyseCsvFile(
  path: string,
  studyId: string,
  options: Options,
  read: ExternalParticipantsRead,
  { seesNames, today }: { seesNames: boolean; today: string },
): Promise<AnalysedCsv> {
  const sessions = await read.sessions(studyId);
  if (sessions.length === 0) throw new DomainError('not_external');
  const takers = await read.takers(studyId);
  const people = new MatchableParticipants(takers, sessions, seesNames, today);
  // This set includes people who have not started yet. A file that contains a person's id or tag is
  // refused. If the refusal applied only to people who have started, it would reveal who has
  // started.
  const onRosters = new Set(
    (await read.onRosters(studyId)).flatMap((one) =>
      people.isTold(one, one.day) ? one.marks : [],
    ),
  );
  const surveyOf = (header: CsvHeader, written?: CsvNotation) =>
    new CsvAnalysis(header, choiceOf(header, sessions, options), people, onRosters, today, written);
  let survey = surveyOf({ names: [], labels: [], lines: 1 });
  try {
    const { header, written, rows } = await openCsvFile(path);
    survey = surveyOf(header, written);
    for await (const piece of rows) for (const row of piece) survey.see(row);
    return {
      check: survey.end(),
      columns: survey.kept.map((place) => ({
        place,
        name: header.names[place] || `column_${place + 1}`,
        label: header.labels[place] ?? null,
        ...(survey.hasDecimalComma(place) && { decimal_comma: true as const }),
      })),
      bytes: survey.bytes,
      again: () => surveyOf(header, written),
    };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const broken = { code: error.fault, line: error.line, column: null };
    return { check: survey.end(broken), columns: [], bytes: 0, again: () => survey };
  }
}

/**
 * Returns the columns that the caller chose. If the caller did not choose the columns of pseudonym
 * and session, finds these columns by their headings. The link to the external study passes
 * pseudonym and session as parameters, and the headings equal the names of these parameters.
 */
function choiceOf(
  { names }: CsvHeader,
  sessions: readonly ExternalStudySession[],
  { participant, session, columns, several, leave_unknown }: Options,
): CsvColumnChoice {
  const count = names.length;
  const placeOf = (number: number | undefined, name: SentParameterName): number | null => {
    if (number !== undefined) return number <= count ? number - 1 : null;
    const called = new Set([name, ...sessions.map((one) => one.names?.[name] ?? name)]);
    const lower = new Set([...called].map((one) => one.toLowerCase()));
    const found = names.findIndex((heading) => lower.has(heading.toLowerCase()));
    return found < 0 ? null : found;
  };
  return {
    participant: placeOf(participant, 'participant'),
    session: placeOf(session, 'session'),
    columns: columns === undefined ? null : parseColumnIndexes(columns, count).places,
    areAllThere: columns === undefined || parseColumnIndexes(columns, count).areAllThere,
    several: several ?? false,
    leaveUnknown: leave_unknown ?? false,
  };
}

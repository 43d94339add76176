import {
  hasDuplicates,
  isRecord,
  isNonBlankText,
  type DatasetCheck,
  type DatasetFile,
  type StandardFault,
  type TableShape,
} from '../dataset-file.rule';

const root = 'dataset_description.json';
const fileName = /^([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv$/;
const schemaOrg = /^https?:\/\/(www\.)?schema\.org\/?$/;

/** Returns the index of the column whose values must be unique. */
export const rowIdColumnIndexes = (header: readonly string[]): readonly number[] =>
  header.flatMap((name, i) => (name === 'row_id' ? [i] : []));

/**
 * Checks a dataset against those rules of Psych-DS 1.5 whose breach is an error; it does not check
 * recommendations. The codes of the faults come from the published schema
 * (schema_model/versions/1.5.0).
 */
export class PsychDsCheck implements DatasetCheck {
  private readonly found: StandardFault[] = [];
  private readonly headers: { path: string; header: readonly string[] }[] = [];
  private description: DatasetFile | undefined;

  add(file: DatasetFile): void {
    const { path } = file;
    if (path === root) this.description = file;
    if (path.endsWith('.json') && file.json === undefined) this.fault('JSON_INVALID', path);
    if (path.startsWith('data/') && path.endsWith('.csv')) this.addData(file);
  }

  private addData({ path, table }: DatasetFile): void {
    const isNamed = fileName.test(path.slice(path.lastIndexOf('/') + 1));
    if (!isNamed) this.fault('FILENAME_KEYWORD_FORMATTING_ERROR', path);
    const faults = tableFaults(table);
    for (const code of faults) this.fault(code, path);
    if (isNamed && faults.length === 0 && table) this.headers.push({ path, header: table.header });
  }

  faults(): readonly StandardFault[] {
    const all = [...this.found];
    const add = (code: string, path: string) => all.push({ code, path });
    if (this.headers.length === 0) add('MISSING_DATAFILE', 'data/');
    if (!this.description) return [...all, { code: 'MISSING_DATASET_DESCRIPTION', path: root }];
    const { json } = this.description;
    for (const code of descriptionFaults(json)) add(code, root);
    const variables = new Set(namesOf(isRecord(json) ? json.variableMeasured : undefined));
    for (const { path, header } of this.headers)
      if (header.some((name) => !variables.has(name)))
        add('CSV_COLUMN_MISSING_FROM_METADATA', path);
    const columns = new Set(this.headers.flatMap(({ header }) => header));
    if ([...variables].some((name) => !columns.has(name)))
      add('VARIABLE_MISSING_FROM_CSV_COLUMNS', root);
    return all;
  }

  private fault(code: string, path: string): void {
    this.found.push({ code, path });
  }
}

function tableFaults(table: TableShape | undefined): string[] {
  if (!table) return ['FILE_NOT_READ'];
  const { header, isEven, isWellFormed, values } = table;
  return [
    ...(header.length === 0 || header.every((name) => name === '') ? ['CSV_HEADER_MISSING'] : []),
    ...(hasDuplicates(header) ? ['CSV_HEADER_REPEATED'] : []),
    ...(isEven ? [] : ['CSV_HEADER_LENGTH_MISMATCH']),
    ...(isWellFormed ? [] : ['CSV_FORMATTING_ERROR']),
    ...([...values.values()].some(hasDuplicates) ? ['ROWID_VALUES_NOT_UNIQUE'] : []),
  ];
}

function descriptionFaults(json: unknown): string[] {
  if (!isRecord(json)) return ['INVALID_JSON_FORMATTING'];
  const type = json['@type'];
  const isComplete =
    isNonBlankText(json['@context']) &&
    schemaOrg.test(json['@context']) &&
    isNonBlankText(json.name) &&
    isNonBlankText(json.description) &&
    Array.isArray(json.variableMeasured);
  return [
    ...(isComplete ? [] : ['JSON_KEY_REQUIRED']),
    ...(type === undefined ? ['MISSING_DATASET_TYPE'] : []),
    ...(type === undefined || type === 'Dataset' ? [] : ['INCORRECT_DATASET_TYPE']),
    ...(hasUntyped(json.variableMeasured) ? ['OBJECT_TYPE_MISSING'] : []),
  ];
}

/** Whether any variable has no type. The standard gives a warning for this. */
const hasUntyped = (variables: unknown): boolean =>
  Array.isArray(variables) &&
  variables.some((one) => isRecord(one) && one['@type'] !== 'PropertyValue');

const namesOf = (variables: unknown): string[] =>
  Array.isArray(variables)
    ? variables.flatMap((one: unknown) => {
        const name = isRecord(one) ? one.name : one;
        return isNonBlankText(name) || name === '' ? [name] : [];
      })
    : [];

/** A row of a study's own table: values by the names of its columns, without those of empty cells. */
export type TableRow = Readonly<Record<string, unknown>>;

/** A cell with what ends it, by RFC 4180; a library for it would weigh more than all around it. */
const cell = /("[^"]*(?:""[^"]*)*"|(?!")[^,\r\n]*)(,|\r\n|\n|\r|$)/y;

function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // A quotation mark inside an unquoted cell: no table.
    if (!found) return [];
    const [, written = '', end] = found;
    line.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push([...line, '']);
  return lines;
}

/**
 * Numbers as such, if writing them gives the same text again: 007 and 1.50 stay texts. Cell by cell, unlike
 * tables that people bring (contracts/tables): a program has written this one, so that each number is what
 * it was; and it comes again and again as it grows, where a column that gets its first text later must not
 * change the rows that are stored (docs/decisions/external-studies.md).
 */
function valueOf(text: string): string | number {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

/** Names of columns, each once. */
function namesOf(heading: readonly string[]): string[] {
  const names: string[] = [];
  for (const name of heading) {
    let free = name;
    for (let n = 2; names.includes(free); n++) free = `${name}.${n}`;
    names.push(free);
  }
  return names;
}

function rowsOfCsv(text: string): TableRow[] {
  const [heading = [], ...lines] = cellsOf(text.replace(/^\ufeff/, ''));
  const names = namesOf(heading);
  return lines
    .map((cells) =>
      Object.fromEntries(
        cells.flatMap((one, i) => (one === '' ? [] : [[names[i] ?? `.${i + 1}`, valueOf(one)]])),
      ),
    )
    .filter((row) => Object.keys(row).length > 0);
}

const isRow = (value: unknown): value is TableRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowsOfJson(text: string): TableRow[] {
  try {
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value) && value.every(isRow) ? value : [];
  } catch {
    return [];
  }
}

/** @returns none for a text that is neither a table in CSV nor a list of objects in JSON */
export const rowsOf = (text: string): TableRow[] =>
  /^\s*\[/.test(text) ? rowsOfJson(text) : rowsOfCsv(text);

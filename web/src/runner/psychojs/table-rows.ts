/** A row of a table that a study sends: values by column name; empty cells are left out. */
export type TableRow = Readonly<Record<string, unknown>>;

/**
 * Matches a cell and the character that ends it, by RFC 4180. A CSV library would be larger than
 * this whole script.
 */
const cell = /("[^"]*(?:""[^"]*)*"|(?!")[^,\r\n]*)(,|\r\n|\n|\r|$)/y;

function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // There is a quotation mark inside a cell without quotes, so the text is not a table.
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
 * Returns the value of a cell. A text becomes a number if writing that number gives the same text
 * again, so 007 and 1.50 stay texts. Each cell is judged by itself: a program wrote the table, so a
 * cell that looks like a number was a number. In tables that people upload (contracts/tables), a
 * whole column has one type. That would not work here: a study sends its table repeatedly as it
 * grows, and a new text in a column must not change rows that are already stored
 * (docs/decisions/external-studies.md).
 */
function valueOf(text: string): string | number {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

/** Returns the names of the columns; repeated names get a number, so that each is unique. */
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

/**
 * Returns the rows of a text. @returns an empty list for a text that is neither a table in CSV nor
 * a list of objects in JSON
 */
export const parseTableRows = (text: string): TableRow[] =>
  /^\s*\[/.test(text) ? rowsOfJson(text) : rowsOfCsv(text);

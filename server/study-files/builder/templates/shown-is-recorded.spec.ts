import { timelineTemplates } from '../../../../contracts/study-files/study-timelines';
import {
  timelineLanguages,
  type TimelineBlock,
  type TimelineNode,
  type Trial,
  type VariablesTable,
} from '../../../../contracts/timeline/timeline';
import { walkNodes } from '../../../../contracts/timeline/timeline-nodes';
import {
  fillColumnPlaceholders,
  variablesTableOf,
  copyTablesIntoBlocks,
} from '../../../../contracts/timeline/timeline-tables.rule';
import {
  parseMarkedValue,
  walkValues,
  type Json,
} from '../../../../contracts/timeline/timeline-values';
import { findResearcherCode } from '../../timeline-files/own-code.rule';
import { makeTimelineTemplate } from './templates';

type Row = Readonly<Record<string, Json>>;

/**
 * Returns everything that a trial shows or plays, as one text, for one row of its block's table.
 */
const shownBy = ({ parameters }: Trial, row: Row): string =>
  [...walkValues(parameters)]
    .map(({ value }) => {
      const marked = parseMarkedValue(value);
      if (marked?.marker === '$text')
        return fillColumnPlaceholders(marked.text, (column) => row[column]);
      if (marked?.marker === '$var') return JSON.stringify(row[marked.text]);
      return typeof value === 'string' ? value : '';
    })
    .join('\n');

interface Recorded {
  readonly block: TimelineBlock;
  readonly table: VariablesTable;
  readonly trials: readonly Trial[];
  readonly column: string;
  readonly row: number;
}

const trialsIn = (nodes: readonly TimelineNode[]): Trial[] =>
  [...walkNodes(nodes)].filter((node): node is Trial => node.type === 'trial');

/**
 * For each block with a table, lists the texts and files of the table that a trial of the block
 * records in the data.
 */
function recordedIn(nodes: readonly TimelineNode[]): Recorded[] {
  return [...walkNodes(copyTablesIntoBlocks(nodes))].flatMap((block) => {
    if (block.type === 'trial' || !block.variables) return [];
    const table = block.variables;
    const trials = trialsIn(block.nodes);
    const columns = new Set(
      trials.flatMap(({ data = {} }) =>
        Object.values(data).flatMap((value) => {
          const marked = parseMarkedValue(value);
          return marked?.marker === '$var' ? [marked.text] : [];
        }),
      ),
    );
    return [...columns].flatMap((column) =>
      table.rows.flatMap((cells, row) => {
        const value = cells[table.columns.indexOf(column)];
        const isShown = typeof value === 'string' || parseMarkedValue(value)?.marker === '$file';
        return isShown ? [{ block, table, trials, column, row }] : [];
      }),
    );
  });
}

const rowOf = ({ table, row }: Recorded): Row =>
  Object.fromEntries(table.columns.map((name, i) => [name, table.rows[row]?.[i] ?? null]));

const each = timelineTemplates.flatMap((name) =>
  timelineLanguages.map((language) => ({ name, language })),
);

describe('A template of the timeline builder records what it shows', () => {
  it.each(each)(
    '$name in $language: shows another stimulus when a word in the table changes',
    (one) => {
      const { nodes } = makeTimelineTemplate(one.name, one.language).timeline;
      for (const recorded of recordedIn(nodes)) {
        const row = rowOf(recorded);
        const changed = { ...row, [recorded.column]: 'crimson' };
        const shown = (of: Row) => recorded.trials.map((trial) => shownBy(trial, of)).join('\n');
        expect([recorded.block.id, recorded.column, shown(changed)]).not.toEqual([
          recorded.block.id,
          recorded.column,
          shown(row),
        ]);
        expect(shown(changed)).toContain('crimson');
      }
    },
  );

  it('in every template except the questionnaire, which has no table to check', () => {
    const looked = timelineTemplates.filter(
      (name) => recordedIn(makeTimelineTemplate(name, 'en').timeline.nodes).length > 0,
    );
    expect(looked).toEqual(timelineTemplates.filter((name) => name !== 'questionnaire'));
  });

  it.each(each)('$name in $language: contains no table twice', ({ name, language }) => {
    const tables = [...walkNodes(makeTimelineTemplate(name, language).timeline.nodes)].flatMap(
      (node) => (node.type === 'block' && node.variables ? [JSON.stringify(node.variables)] : []),
    );
    expect(new Set(tables).size).toBe(tables.length);
  });

  it.each(each)('$name in $language: blocks find tables of other blocks', ({ name, language }) => {
    const { nodes } = makeTimelineTemplate(name, language).timeline;
    for (const node of walkNodes(nodes))
      if (node.type === 'block' && node.variables_of)
        expect(variablesTableOf(node, nodes)).toBeDefined();
  });

  it.each(each)('$name in $language: contains no code', ({ name, language }) => {
    expect(findResearcherCode(makeTimelineTemplate(name, language).timeline)).toEqual([]);
  });
});

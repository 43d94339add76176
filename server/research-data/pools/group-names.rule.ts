import { harmlessCell } from '../../platform/csv/harmless-cell.rule';

/**
 * The name of each group: the title of its study, with a number where two are equal. Students write the titles, and their
 * instructors open the table: none is a formula.
 * @param ofStudies their titles, in the order of the studies @returns one name for each, all different
 */
export function groupNames(ofStudies: readonly string[]): string[] {
  const titles = ofStudies.map(harmlessCell);
  const taken = new Set(titles);
  const isAlone = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title);
  return titles.map((title) => {
    if (isAlone(title)) return title;
    let number = 1;
    while (taken.has(`${title} ${number}`)) number += 1;
    taken.add(`${title} ${number}`);
    return `${title} ${number}`;
  });
}

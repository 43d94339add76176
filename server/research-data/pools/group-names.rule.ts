/**
 * Makes the name of each group: the title of its study, with a number appended where two titles are
 * equal.
 * @param titles of the studies, in their order
 * @returns one name per group, all different
 */
export function uniqueGroupNames(titles: readonly string[]): string[] {
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

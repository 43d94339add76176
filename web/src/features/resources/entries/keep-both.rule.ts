import { resourcesLimits } from '../../../../../contracts/resources/limits';

/**
 * Numbers the name of a file that is kept beside a file of the same name: "face.png" becomes
 * "face (2).png". The part before the ending is shortened if the name would be too long.
 * @param number from 2
 */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot) : '';
  const added = ` (${number})${ending}`;
  const stem = ending ? name.slice(0, dot) : name;
  const room = resourcesLimits.name - added.length;
  // Keeps as many characters as fit. It never splits a character that JavaScript stores as two
  // units.
  const kept = stem.length <= room ? stem : wholeCharacters(stem, room);
  return kept.trimEnd() + added;
}

function wholeCharacters(text: string, room: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > room) return kept;
    kept += character;
  }
  return kept;
}

/** Numbers the last name of a path (`numberedName`). */
export function numberedPath(path: string, number: number): string {
  const slash = path.lastIndexOf('/') + 1;
  return path.slice(0, slash) + numberedName(path.slice(slash), number);
}

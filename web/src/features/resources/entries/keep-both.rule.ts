import { resourcesLimits } from '../../../../../contracts/resources/limits';

/**
 * "face.png" as "face (2).png": the name of a file that is kept beside another one of its name. A long name gets shorter
 * before its ending.
 * @param number from 2
 */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot) : '';
  const added = ` (${number})${ending}`;
  const stem = ending ? name.slice(0, dot) : name;
  const room = resourcesLimits.name - added.length;
  // The whole characters that fit, so that none is cut in two.
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

/** The path whose last name is numbered. */
export function numberedPath(path: string, number: number): string {
  const slash = path.lastIndexOf('/') + 1;
  return path.slice(0, slash) + numberedName(path.slice(slash), number);
}

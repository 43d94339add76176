import type { AnyNode, ObjectExpression } from 'acorn';
import { addFindingOnce, type CheckedFile, type StudyFileFacts } from '../facts.rule';

type Need = 'microphone' | 'camera';
const needs = { audio: 'microphone', video: 'camera' } as const satisfies Record<string, Need>;

/** Returns the devices that an object such as `{ audio: true }` requests. */
function named(asked: ObjectExpression, isAsked: (value: AnyNode) => boolean): Need[] {
  return asked.properties.flatMap((one) => {
    if (one.type !== 'Property' || one.key.type !== 'Identifier') return [];
    const name = one.key.name;
    return (name === 'audio' || name === 'video') && isAsked(one.value) ? [needs[name]] : [];
  });
}

/**
 * Records which devices a call of `getUserMedia` requests. If its argument is not an object,
 * records only the line of the call.
 * @param asked the argument
 */
export function recordMediaRequest(
  facts: StudyFileFacts,
  asked: AnyNode | undefined,
  line: number,
): void {
  if (asked?.type !== 'ObjectExpression') {
    facts.unknownMedia ??= line;
    return;
  }
  const isAsked = (value: AnyNode) => !(value.type === 'Literal' && value.value === false);
  for (const need of named(asked, isAsked)) addFindingOnce(facts, need, line);
}

/** Records devices in an object that code could pass to `getUserMedia`: `{ audio: true }`. */
export function recordMediaConstraints(facts: StudyFileFacts, object: ObjectExpression): void {
  const isAsked = (value: AnyNode) =>
    value.type === 'ObjectExpression' || (value.type === 'Literal' && value.value === true);
  const found = named(object, isAsked);
  if (found.length > 0) facts.media = [...(facts.media ?? []), ...found];
}

/**
 * Makes findings for files that request a microphone or camera without saying which of them.
 * Libraries do this, because the code that calls them names the device. Such a file gets a finding
 * for each device that any object in the study names. If no object names a device, it gets findings
 * for both devices.
 */
export function mediaRequestedByLibraries(
  files: readonly CheckedFile[],
): { path: string; code: Need; line: number }[] {
  const written = new Set(files.flatMap(({ facts }) => facts?.media ?? []));
  const codes: readonly Need[] = written.size > 0 ? [...written] : ['microphone', 'camera'];
  return files.flatMap(({ path, facts }) => {
    const line = facts?.unknownMedia;
    return line === undefined ? [] : codes.map((code) => ({ path, code, line }));
  });
}

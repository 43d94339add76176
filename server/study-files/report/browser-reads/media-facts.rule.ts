import type { AnyNode, ObjectExpression } from 'acorn';
import { addOnce, type CheckedFile, type Facts } from '../facts.rule';

type Need = 'microphone' | 'camera';
const needs = { audio: 'microphone', video: 'camera' } as const satisfies Record<string, Need>;

/** The devices that an object for `getUserMedia` names with a value other than `false`. */
function named(asked: ObjectExpression, isAsked: (value: AnyNode) => boolean): Need[] {
  return asked.properties.flatMap((one) => {
    if (one.type !== 'Property' || one.key.type !== 'Identifier') return [];
    const name = one.key.name;
    return (name === 'audio' || name === 'video') && isAsked(one.value) ? [needs[name]] : [];
  });
}

/** Reads a call of `getUserMedia`. */
export function readMedia(facts: Facts, asked: AnyNode | undefined, line: number): void {
  if (asked?.type !== 'ObjectExpression') {
    facts.unknownMedia ??= line;
    return;
  }
  const isAsked = (value: AnyNode) => !(value.type === 'Literal' && value.value === false);
  for (const need of named(asked, isAsked)) addOnce(facts, need, line);
}

/** Reads an object that may be an argument of such a call: `{ audio: true }`. */
export function readRequestedMedia(facts: Facts, object: ObjectExpression): void {
  const isAsked = (value: AnyNode) =>
    value.type === 'ObjectExpression' || (value.type === 'Literal' && value.value === true);
  const found = named(object, isAsked);
  if (found.length > 0) facts.media = [...(facts.media ?? []), ...found];
}

/**
 * Libraries request the devices that their caller names: those named anywhere else in the study count, or both
 * devices if none is.
 */
export function unwrittenMedia(
  files: readonly CheckedFile[],
): { path: string; code: Need; line: number }[] {
  const written = new Set(files.flatMap(({ facts }) => facts?.media ?? []));
  const codes: readonly Need[] = written.size > 0 ? [...written] : ['microphone', 'camera'];
  return files.flatMap(({ path, facts }) => {
    const line = facts?.unknownMedia;
    return line === undefined ? [] : codes.map((code) => ({ path, code, line }));
  });
}

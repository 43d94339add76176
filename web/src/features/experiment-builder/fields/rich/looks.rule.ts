/**
 * The style properties that formatted text may set. None of them can draw outside of the field or
 * load a file.
 */
const settable: ReadonlySet<string> = new Set([
  'background-color',
  'color',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'margin',
  'margin-bottom',
  'margin-top',
  'text-align',
  'text-decoration',
]);
const plainValue = /^[\w#.,%() +-]+$/;

/** Splits a style into its declarations; null if it is not a plain list of `name: value; …`. */
export function styleDeclarationsOf(style: string): [string, string][] | null {
  const parts = style
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const pairs = parts.map((one): [string, string] => {
    const at = one.indexOf(':');
    return [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()];
  });
  return pairs.every(([name, value]) => name !== '' && value !== '') ? pairs : null;
}

/**
 * Finds the first declaration of a style that the editor of formatted text cannot show; null if it
 * can show all.
 */
export function unsupportedStyleIn(style: string): string | null {
  const pairs = styleDeclarationsOf(style);
  if (!pairs) return style;
  const strange = pairs.find(
    ([name, value]) =>
      !settable.has(name) || !plainValue.test(value) || /url|var|expression/i.test(value),
  );
  return strange ? strange[0] : null;
}

/** Replaces a declaration in a style, or removes it if the value is null. */
export function withStyle(style: string, name: string, value: string | null): string {
  const kept = (styleDeclarationsOf(style) ?? []).filter(([one]) => one !== name);
  return [...kept, ...(value === null ? [] : [[name, value] as const])]
    .map(([one, its]) => `${one}: ${its}`)
    .join('; ');
}

export const styleValueIn = (style: string, name: string): string | null =>
  styleDeclarationsOf(style)?.find(([one]) => one === name)?.[1] ?? null;

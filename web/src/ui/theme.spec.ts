/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { theme, themeVariables } from './theme';

const colors = theme.colors as Record<string, readonly string[]>;
const [teal, gray, dark] = ['teal', 'gray', 'dark'].map((name) => colors[name] ?? []);
const { light, dark: night } = themeVariables(
  theme as Parameters<typeof themeVariables>[0],
) as unknown as Record<'light' | 'dark', Record<string, string>>;

/** The relative luminance and the contrast as WCAG 2.2 defines them. */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string) => {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
};
const named = (colors: Record<string, string>, name: string) => {
  const value = colors[name];
  if (!value?.startsWith('#')) throw new Error(`${name} is no colour`);
  return value;
};

/** The backgrounds of texts: the page, the footer, a tinted field. */
const grounds = {
  light: ['#ffffff', named(light, '--lab-quiet'), named(light, '--lab-tint')],
  dark: [dark?.[7] ?? '', named(night, '--lab-quiet'), named(night, '--lab-tint')],
};
const texts = [
  '--mantine-color-error',
  '--mantine-color-placeholder',
  '--mantine-color-dimmed',
  '--mantine-color-anchor',
  '--lab-accent',
];

describe.each(['light', 'dark'] as const)('the colours of the %s theme', (scheme) => {
  const tokens = scheme === 'light' ? light : night;
  test.each(texts)('include %s with a contrast of 4.5 to 1 on every background', (name) => {
    const least = Math.min(...grounds[scheme].map((g) => contrast(named(tokens, name), g)));
    expect(least).toBeGreaterThanOrEqual(4.5);
  });
  test('give the focus ring a contrast of 3 to 1 on every background', () => {
    for (const ground of grounds[scheme])
      expect(contrast(named(tokens, '--lab-accent'), ground)).toBeGreaterThanOrEqual(3);
  });
  test('give plain text a contrast of 7 to 1 on every background', () => {
    const text = scheme === 'light' ? (theme.black ?? '') : (dark?.[0] ?? '');
    for (const ground of grounds[scheme]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(7);
  });
});

test('the label of a button has enough contrast with the button', () => {
  expect(contrast('#ffffff', teal?.[7] ?? '')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(gray?.[9] ?? '', gray?.[0] ?? '')).toBeGreaterThanOrEqual(7);
});

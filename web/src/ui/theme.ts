import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeComponent,
} from '@mantine/core';
import type {
  AlertFactory,
  AnchorFactory,
  BadgeFactory,
  ButtonFactory,
  CardFactory,
  CheckboxFactory,
  ContainerFactory,
  InputFactory,
  InputWrapperFactory,
  ModalFactory,
  PaperFactory,
  PasswordInputFactory,
  RadioFactory,
  SelectFactory,
  TextareaFactory,
  ExtendComponent,
  FactoryPayload,
} from '@mantine/core';

/**
 * Deep teal. The contrast of shade 7 with white is 5.5:1; that of shade 4 with the dark background
 * is 8:1.
 */
const teal: MantineColorsTuple = [
  '#eefbf8',
  '#d3f4ec',
  '#a7e8da',
  '#74d5c4',
  '#45bdae',
  '#27a095',
  '#17857c',
  '#0f766e',
  '#115e59',
  '#134e4a',
];
/** Warm greys. The contrast of shade 6 (secondary text) with white is 5.6:1. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e8e5df',
  '#dad6ce',
  '#bfbab0',
  '#98928a',
  '#6b665e',
  '#534e48',
  '#38342f',
  '#1f1d1a',
];
const dark: MantineColorsTuple = [
  '#ece9e3',
  '#d3cec6',
  '#aaa49b',
  '#868077',
  '#4d4843',
  '#3d3935',
  '#2b2825',
  '#1e1c1a',
  '#171513',
  '#0f0e0d',
];

/** 44 px is the smallest target that a finger hits reliably (DESIGN, behave). */
const tall = '2.75rem';
const control = { size: 'md' } as const;
const widths: Record<string, string> = {
  xs: '34rem',
  sm: '45rem',
  md: '60rem',
  lg: '68rem',
  // The content is 1,120 px wide, the same on every page; the padding is added to that.
  xl: '72rem',
};

/**
 * Types the default properties of one component. `Component.extend` does the same, but would load
 * every component with the first page.
 */
const of = <F extends FactoryPayload>(defaults: ExtendComponent<F>) =>
  defaults as MantineThemeComponent;

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  white: '#ffffff',
  black: '#1f1d1a',
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.125rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '30em', sm: '40em', md: '52.125em', lg: '72em', xl: '88em' },
  components: {
    Button: of<ButtonFactory>({
      defaultProps: control,
      vars: (_, { size }) => ({
        root:
          size === 'md' || size === undefined
            ? { '--button-height': tall, '--button-padding-x': '1.125rem', '--button-fz': '1rem' }
            : {},
      }),
    }),
    Input: of<InputFactory>({
      defaultProps: control,
      vars: (_, { size }) => ({
        wrapper: size === 'md' || size === undefined ? { '--input-height': tall } : {},
      }),
    }),
    InputWrapper: of<InputWrapperFactory>({
      defaultProps: { ...control, inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    }),
    Container: of<ContainerFactory>({
      vars: (_, { size }) => ({
        root: typeof size === 'string' && widths[size] ? { '--container-size': widths[size] } : {},
      }),
    }),
    Checkbox: of<CheckboxFactory>({ defaultProps: control }),
    Radio: of<RadioFactory>({ defaultProps: control }),
    PasswordInput: of<PasswordInputFactory>({ defaultProps: control }),
    Select: of<SelectFactory>({
      defaultProps: { ...control, allowDeselect: false, checkIconPosition: 'right' },
    }),
    Textarea: of<TextareaFactory>({ defaultProps: { ...control, autosize: true, minRows: 3 } }),
    Anchor: of<AnchorFactory>({ defaultProps: { underline: 'always' } }),
    Card: of<CardFactory>({ defaultProps: { withBorder: true, padding: 'lg', shadow: undefined } }),
    Paper: of<PaperFactory>({ defaultProps: { withBorder: true } }),
    Badge: of<BadgeFactory>({
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 },
    }),
    // Most alerts only explain something, so they do not interrupt users of screen readers.
    Alert: of<AlertFactory>({ defaultProps: { variant: 'light', role: 'note' } }),
    // The header of a dialog is not a banner landmark of the page, so it gets another role.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The button is as large as a fingertip.
    ModalCloseButton: { defaultProps: { size: 44 } },
    // When a menu opens, its first entry gets the focus, and the focus is visible.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: of<ModalFactory>({
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.45 } },
      styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
    }),
  },
});

/**
 * Colours with more contrast than Mantine's defaults, for error texts, placeholders and dimmed
 * text.
 */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-anchor': teal[7],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-yellow-light-color': '#714a00',
    '--mantine-color-orange-light-color': '#8a3b0b',
    '--mantine-color-red-light-color': '#9f1c1c',
    '--lab-quiet': gray[0],
    '--lab-line': gray[2],
    '--lab-tint': teal[0],
    '--lab-accent': teal[7],
  },
  dark: {
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-anchor': teal[3],
    // Mantine would take shade 9 for this border. In this theme, that would be black on black.
    '--mantine-color-default-border': dark[4],
    '--mantine-color-disabled': dark[5],
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-hover': dark[4],
    '--mantine-color-gray-light-color': dark[0],
    '--lab-quiet': dark[8],
    '--lab-line': dark[5],
    '--lab-tint': '#14302d',
    '--lab-accent': teal[3],
  },
});

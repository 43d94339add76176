import i18next from 'i18next';
import { languages, type Language } from '../../../contracts/base/languages';
import { localesFolder, readLocaleFiles } from './text-files';

/**
 * Removes the plural suffix from a key: i18next chooses among `key_one`, `key_other` … by the
 * categories of `Intl.PluralRules`.
 */
type WithoutCategory<Key> = Key extends
  | `${infer Base}_zero`
  | `${infer Base}_one`
  | `${infer Base}_two`
  | `${infer Base}_few`
  | `${infer Base}_many`
  | `${infer Base}_other`
  ? Base
  : Key;

/**
 * The keys of the English texts, with dots between the levels and without the suffixes of plurals.
 */
export type TextKeyOf<English> = {
  [Key in keyof English & string]: English[Key] extends string
    ? WithoutCategory<Key>
    : `${Key}.${TextKeyOf<English[Key]>}`;
}[keyof English & string];

/** The values that replace `{{name}}` in a text; `count` also selects the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

export interface Translate<English> {
  (key: TextKeyOf<English>, values?: TextValues): string;
}

/** A text whose language is chosen later, when its reader is known. */
export type Sentence = (language: Language) => string;
export interface Sentences<English> {
  (key: TextKeyOf<English>, values?: TextValues): Sentence;
}

/**
 * Loads texts synchronously, so that a program that has started has its texts. Values are not
 * escaped here: mails escape them when they make HTML (server/mail/layout.ts). References to other
 * texts (`$t(…)`) are switched off below, because people type some of the values.
 */
const catalogue = i18next.createInstance();
void catalogue.init({
  initAsync: false,
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  nsSeparator: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => '',
});

/**
 * The texts of one context, in `locales/<language>/<namespace>.json`. If the context lists them
 * under `texts`, they are read when a program starts, otherwise at their first use. `English` is
 * the type of the English file: `import type english from '…/<namespace>.json'`.
 */
export class Texts<English> {
  private read: readonly Language[] | undefined;

  /** @param folder the folder of the texts, if they are outside of `locales/` */
  constructor(
    readonly namespace: string,
    private readonly folder = localesFolder,
  ) {}

  /**
   * Reads the file of each language that has one.
   * @returns a sentence for each file that is broken, and one if the English file is missing
   */
  load(): string[] {
    const { files, faults } = readLocaleFiles(this.folder(), this.namespace);
    for (const { language, texts } of files)
      catalogue.addResourceBundle(language, this.namespace, texts, false, true);
    if (faults.length === 0) this.read = files.map(({ language }) => language);
    return faults;
  }

  /**
   * The languages that have a file for these texts.
   * @throws Error if a file is missing or broken
   */
  get spoken(): readonly Language[] {
    const faults = this.read === undefined ? this.load() : [];
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return this.read ?? [];
  }

  /**
   * Returns the texts in the wanted language, or in English if that language has none
   * (docs/specification.md, 1).
   * @returns `language`: the language of the texts
   */
  in(wanted: string): { language: Language; t: Translate<English> } {
    const language = languages.find((one) => one === wanted && this.spoken.includes(one)) ?? 'en';
    return { language, t: (key, values) => this.text(language, key, values) };
  }

  /** A text for a reader whose language is not known yet. */
  readonly sentence: Sentences<English> = (key, values) => (language) =>
    this.in(language).t(key, values);

  private text(language: Language, key: string, values: TextValues = {}): string {
    const { count } = values;
    return catalogue.t(key, {
      lng: language,
      ns: this.namespace,
      replace: values,
      nest: false,
      ...(typeof count === 'number' && { count }),
    });
  }
}

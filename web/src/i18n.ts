import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, preferredLanguage } from '../../contracts/base/languages';

/**
 * Loads the texts of one namespace. Each feature has one namespace in one file, which is loaded
 * when a page first needs it.
 */
export type LoadTexts = (language: string, namespace: string) => Promise<ResourceKey>;

/** Waits until the browser is online again, or until the delay has passed. */
const later = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
/**
 * Loads a file of texts and, if that fails, tries again until it is loaded: i18next itself tries
 * once, and then shows the keys instead of the texts.
 */
async function patiently(
  load: LoadTexts,
  language: string,
  namespace: string,
): Promise<ResourceKey> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await load(language, namespace);
    } catch {
      await later(wait);
    }
  }
}

const backend = (load: LoadTexts): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    void patiently(load, language, namespace).then((texts) => done(null, texts));
  },
});

let loadText: LoadTexts = () => Promise.resolve({});
/**
 * Loads all texts of a page in the current language, before the page is rendered. If a part of the
 * page fetched its texts later, React would show a placeholder instead of the whole page until the
 * texts are loaded. The person would lose what they had typed.
 * @throws if the texts cannot be fetched
 */
export const fetchTexts = async (namespaces: readonly string[]): Promise<void> => {
  await Promise.all(
    namespaces.map((namespace) => loadText(i18next.resolvedLanguage ?? 'en', namespace)),
  );
  await i18next.loadNamespaces(namespaces);
};

const storageKey = 'commonlab-language';
const chosen = () => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/**
 * Returns the language that this browser has stored, otherwise the browser's own language. If this
 * site has no texts in that language, it returns English (docs/specification.md, 1).
 */
const startLanguage = () =>
  preferredLanguage(
    [chosen(), ...navigator.languages]
      .filter(Boolean)
      .map((l, i) => `${l};q=${1 - Math.min(i, 9) / 10}`)
      .join(','),
  );

/** Changes the language of the interface, and stores the choice in this browser. */
export async function changeLanguage(language: string) {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    /* without storage, the chosen language is used until the person leaves the page */
  }
  await i18next.changeLanguage(language);
}

let translated: readonly string[] = ['en'];
/**
 * Returns the languages that have texts. For any other language, pages show English until it is
 * translated.
 */
export const translatedLanguages = () => translated;

export async function startTranslations(
  load: LoadTexts,
  available: readonly string[] = ['en'],
  language: string = startLanguage(),
) {
  translated = available;
  loadText = load;
  i18next.on('languageChanged', () => {
    // The `lang` attribute names the language of the texts that are shown, for screen readers and
    // hyphenation. It may differ from the chosen language, which may have no texts yet.
    document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  });
  await i18next
    .use(backend(load))
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...languages],
      ns: ['common', 'layout'],
      defaultNS: 'common',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      returnNull: false,
      partialBundledLanguages: true,
    });
}

import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, preferredLanguage } from '../../contracts/base/languages';

/** One namespace per feature. Each is a separate file, which is loaded when a page first needs it. */
export type LoadTexts = (language: string, namespace: string) => Promise<ResourceKey>;

/** Waits until the connection is back, or until the delay has passed. */
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
/** i18next tries once and then shows the keys instead of the texts; this function tries again until the file is loaded. */
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
 * Loads a page's texts in the current language. A part of the page that is drawn later would otherwise wait for its texts when it is
 * first drawn, and would hide the whole page meanwhile, so that what is typed then is lost.
 * @throws when they cannot be fetched
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
 * The language stored in this browser; without one, the browser's language; without texts for that, English (docs/specification.md, 1).
 */
const startLanguage = () =>
  preferredLanguage(
    [chosen(), ...navigator.languages]
      .filter(Boolean)
      .map((l, i) => `${l};q=${1 - Math.min(i, 9) / 10}`)
      .join(','),
  );

/** Changes the interface language and stores the choice in this browser. */
export async function changeLanguage(language: string) {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    /* storage is off: the choice holds until the page is left */
  }
  await i18next.changeLanguage(language);
}

let translated: readonly string[] = ['en'];
/** Languages that have texts; the others fall back to English until they are translated. */
export const translatedLanguages = () => translated;

export async function startTexts(
  load: LoadTexts,
  available: readonly string[] = ['en'],
  language: string = startLanguage(),
) {
  translated = available;
  loadText = load;
  i18next.on('languageChanged', () => {
    // The `lang` attribute names the language that is shown, for screen readers and hyphenation: the chosen language may have no texts
    // yet.
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

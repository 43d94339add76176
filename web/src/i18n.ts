import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, preferredLanguage } from '../../contracts/base/languages';

/** One namespace per feature; each is a file of its own, loaded when a page first asks for it. */
export type LoadTexts = (language: string, namespace: string) => Promise<ResourceKey>;

/** As soon as the connection is back, or after a while. */
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
 * i18next asks once and then shows the keys: what could not be fetched is asked for until it is
 * there.
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
/** Has a page's texts at hand, in the language of the moment. @throws when they can't be fetched */
export const fetchTexts = async (namespaces: readonly string[]): Promise<void> => {
  await Promise.all(
    namespaces.map((namespace) => loadText(i18next.resolvedLanguage ?? 'en', namespace)),
  );
};

const storageKey = 'commonlab-language';
const chosen = () => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/** The language chosen here before, else the browser's, else English (docs/specification.md, 1). */
export const startLanguage = () =>
  preferredLanguage(
    [chosen(), ...navigator.languages]
      .filter(Boolean)
      .map((l, i) => `${l};q=${1 - Math.min(i, 9) / 10}`)
      .join(','),
  );

/** Changes the interface language and remembers it in this browser. */
export async function changeLanguage(language: string) {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    /* storage is off: it holds until the page is left */
  }
  await i18next.changeLanguage(language);
}

let translated: readonly string[] = ['en'];
/** Languages that have texts; the others show English until somebody translates them. */
export const translatedLanguages = () => translated;

export async function startTexts(
  load: LoadTexts,
  available: readonly string[] = ['en'],
  language: string = startLanguage(),
) {
  translated = available;
  loadText = load;
  i18next.on('languageChanged', (now) => {
    document.documentElement.lang = now;
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

import type { DataCollection } from './js-psych';
import type { PlayerTexts } from './texts';

/** The byte order mark. If a file begins with it, spreadsheet programs read the file as UTF-8. */
const mark = '\ufeff';

function save(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const fileName = (title: string) =>
  title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'data';

/**
 * Shows the end of an experiment whose data no server records: the participant can save the data as
 * files.
 */
export function offerResultDownload(
  data: DataCollection,
  title: string,
  place: HTMLElement,
  texts: PlayerTexts,
): void {
  const heading = document.createElement('h1');
  heading.textContent = texts.finished;
  heading.tabIndex = -1;
  const button = (text: string, click: () => void) => {
    const one = document.createElement('button');
    one.className = 'jspsych-btn';
    one.textContent = text;
    one.onclick = click;
    return one;
  };
  const name = fileName(title);
  place.replaceChildren(
    heading,
    button(texts.save_csv, () => save(`${name}.csv`, 'text/csv', mark + data.csv())),
    ' ',
    button(texts.save_json, () => save(`${name}.json`, 'application/json', data.json(true))),
  );
  heading.focus();
}
